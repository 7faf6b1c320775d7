-- Floats do not fail.
-- ==
-- input { 0.0 } output { f64.inf f64.nan f64.nan }
def main (x: f64) = (1 / x, x / x, 1 % x)
