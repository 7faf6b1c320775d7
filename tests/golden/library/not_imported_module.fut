-- ==
-- error: Unknown name "optimise.adam".*optimise is in the library optimise: import "optimise"\.
def main (x: f64) : f64 = optimise.adam optimise.adam_options (\y -> y * y) x
