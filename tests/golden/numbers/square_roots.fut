-- ==
-- input { [0.0, 1.0, 2.25, -1.0, f64.inf] } output { [0.0, 1.0, 1.5, f64.nan, f64.inf] [f64.inf, 1.0, 0.6666666666666666, f64.nan, 0.0] [0.0, 1.0, 1.31037069710445, -1.0, f64.inf] }
def main (xs: []f64) = (map f64.sqrt xs, map f64.rsqrt xs, map f64.cbrt xs)
