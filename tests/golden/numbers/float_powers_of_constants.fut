-- Powers with a constant exponent, at the edges.
-- ==
-- input { 0.0 } output { [1.0, 0.0, 0.0, f64.inf, 0.0, 1.0] }
-- input { -2.0 } output { [1.0, -2.0, 4.0, -0.5, f64.nan, 0.25] }
-- input { f64.nan } output { [1.0, f64.nan, f64.nan, f64.nan, f64.nan, f64.nan] }
-- input { -f64.inf } output { [1.0, -f64.inf, f64.inf, 0.0, f64.inf, 0.0] }
def main (x: f64) = [x ** 0, x ** 1, x ** 2, x ** -1, x ** 0.5, 2 ** x]
