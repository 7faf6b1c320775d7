-- min and max give way to numbers; of two zeros either may come, but equal to both.
-- ==
-- input { f64.nan 1.0 } output { [1.0, 1.0, 1.0, 1.0] true }
-- input { 0.0 -0.0 } output { [0.0, 0.0, 0.0, 0.0] true }
-- input { f64.nan f64.nan } output { [f64.nan, f64.nan, f64.nan, f64.nan] true }
-- input { -f64.inf f64.inf } output { [-f64.inf, f64.inf, -f64.inf, f64.inf] true }
def main (x: f64) (y: f64) =
  ([f64.min x y, f64.max x y, f64.min y x, f64.max y x], f64.isnan (f64.min x x) == f64.isnan x)
