-- The remainder of f32 has the divisor's sign; there is none by zero.
-- ==
-- input { [5.5f32, -5.5f32, 5.5f32, -5.5f32, 6.0f32, 1.0f32]
--         [2.0f32, 2.0f32, -2.0f32, -2.0f32, 3.0f32, 0.25f32] }
-- output { [2.75f32, -2.75f32, -2.75f32, 2.75f32, 2.0f32, 4.0f32]
--          [1.5f32, 0.5f32, -0.5f32, -1.5f32, 0.0f32, 0.0f32] }
-- input { [1.0f32, -1.0f32, f32.inf] [0.0f32, 0.0f32, 2.0f32] }
-- output { [f32.inf, -f32.inf, f32.inf] [f32.nan, f32.nan, f32.nan] }
def main [n] (xs: [n]f32) (ys: [n]f32) = (map2 (/) xs ys, map2 (%) xs ys)
