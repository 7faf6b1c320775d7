-- What a module of the library has is told with the module's name.
-- ==
-- error: Unknown name "lbfgs".*optimise.lbfgs is in the library optimise: import "optimise"\.
def main (x: f64) = lbfgs (\y -> y * y) x
