-- NaN gives way to numbers.
-- ==
-- input { [1.0, f64.nan, 3.0] } output { 3.0 1.0 }
-- input { [f64.nan] } output { -f64.inf f64.inf }
def main (xs: []f64) = (f64.maximum xs, f64.minimum xs)
