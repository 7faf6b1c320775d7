-- Powers of f64, as the C library has them at the edges.
-- ==
-- input { [2.0f64, 4.0f64, 2.0f64, 0.0f64, 0.0f64, -2.0f64, -2.0f64, f64.nan, 1.0f64, f64.inf]
--         [10.0f64, 0.5f64, -2.0f64, 0.0f64, -1.0f64, 3.0f64, 0.5f64, 0.0f64, f64.nan, -1.0f64] }
-- output { [1024.0f64, 2.0f64, 0.25f64, 1.0f64, f64.inf, -8.0f64, f64.nan, 1.0f64, 1.0f64,
--          0.0f64] }
def main [n] (xs: [n]f64) (ys: [n]f64) = map2 (**) xs ys
