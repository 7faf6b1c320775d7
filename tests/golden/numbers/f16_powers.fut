-- Powers of f16, as the C library has them at the edges.
-- ==
-- input { [2.0f16, 4.0f16, 2.0f16, 0.0f16, 0.0f16, -2.0f16, -2.0f16, f16.nan, 1.0f16, f16.inf]
--         [10.0f16, 0.5f16, -2.0f16, 0.0f16, -1.0f16, 3.0f16, 0.5f16, 0.0f16, f16.nan, -1.0f16] }
-- output { [1024.0f16, 2.0f16, 0.25f16, 1.0f16, f16.inf, -8.0f16, f16.nan, 1.0f16, 1.0f16,
--          0.0f16] }
def main [n] (xs: [n]f16) (ys: [n]f16) = map2 (**) xs ys
