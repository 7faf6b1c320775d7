-- ==
-- input { [1i8] [2u16, 3u16] [1.5f16] [true, false] [[1.0f32], [2.0f32]] empty([0][2]u64) }
-- output { [1i8] [2u16, 3u16] [1.5f16] [true, false] [[1.0f32], [2.0f32]] empty([0][2]u64) }
entry main (a: []i8) (b: []u16) (c: []f16) (d: []bool) (e: [][]f32) (f: [][]u64) = (a, b, c, d, e, f)
