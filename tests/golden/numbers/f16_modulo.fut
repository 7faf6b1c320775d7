-- The remainder of f16 has the divisor's sign; there is none by zero.
-- ==
-- input { [5.5f16, -5.5f16, 5.5f16, -5.5f16, 6.0f16, 1.0f16]
--         [2.0f16, 2.0f16, -2.0f16, -2.0f16, 3.0f16, 0.25f16] }
-- output { [2.75f16, -2.75f16, -2.75f16, 2.75f16, 2.0f16, 4.0f16]
--          [1.5f16, 0.5f16, -0.5f16, -1.5f16, 0.0f16, 0.0f16] }
-- input { [1.0f16, -1.0f16, f16.inf] [0.0f16, 0.0f16, 2.0f16] }
-- output { [f16.inf, -f16.inf, f16.inf] [f16.nan, f16.nan, f16.nan] }
def main [n] (xs: [n]f16) (ys: [n]f16) = (map2 (/) xs ys, map2 (%) xs ys)
