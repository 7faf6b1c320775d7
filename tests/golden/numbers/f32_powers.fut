-- Powers of f32, as the C library has them at the edges.
-- ==
-- input { [2.0f32, 4.0f32, 2.0f32, 0.0f32, 0.0f32, -2.0f32, -2.0f32, f32.nan, 1.0f32, f32.inf]
--         [10.0f32, 0.5f32, -2.0f32, 0.0f32, -1.0f32, 3.0f32, 0.5f32, 0.0f32, f32.nan, -1.0f32] }
-- output { [1024.0f32, 2.0f32, 0.25f32, 1.0f32, f32.inf, -8.0f32, f32.nan, 1.0f32, 1.0f32,
--          0.0f32] }
def main [n] (xs: [n]f32) (ys: [n]f32) = map2 (**) xs ys
