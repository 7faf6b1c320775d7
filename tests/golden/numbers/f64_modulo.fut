-- The remainder of f64 has the divisor's sign; there is none by zero.
-- ==
-- input { [5.5f64, -5.5f64, 5.5f64, -5.5f64, 6.0f64, 1.0f64]
--         [2.0f64, 2.0f64, -2.0f64, -2.0f64, 3.0f64, 0.25f64] }
-- output { [2.75f64, -2.75f64, -2.75f64, 2.75f64, 2.0f64, 4.0f64]
--          [1.5f64, 0.5f64, -0.5f64, -1.5f64, 0.0f64, 0.0f64] }
-- input { [1.0f64, -1.0f64, f64.inf] [0.0f64, 0.0f64, 2.0f64] }
-- output { [f64.inf, -f64.inf, f64.inf] [f64.nan, f64.nan, f64.nan] }
def main [n] (xs: [n]f64) (ys: [n]f64) = (map2 (/) xs ys, map2 (%) xs ys)
