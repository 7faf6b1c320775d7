-- NaN is what is expected where NaN is; infinities have signs; -0 is 0.
-- ==
-- input { 0.0 } output { [f64.nan, f64.inf, -f64.inf, 0.0] }
def main (x: f64) = [x / x, 1 / x, -1 / x, -x]
