-- ==
-- input { } output { [true, false, false] [false, true, true] [1.0, -1.0, 0.0, f64.nan] }
def main =
  ( map f64.isnan [f64.nan, f64.inf, 0]
  , map f64.isinf [f64.nan, f64.inf, -f64.inf]
  , map f64.sgn [3, -3, 0, f64.nan] )
