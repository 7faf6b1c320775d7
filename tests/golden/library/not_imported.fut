-- The hint names the library.
-- ==
-- error: Unknown name "grad".*grad is in the library ad: import "ad"\.
def main (x: f64) : f64 = grad (\y -> y * y) x
