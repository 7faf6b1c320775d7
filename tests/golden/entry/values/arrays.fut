-- The first number fixes the type; the others may leave the suffix out, and the point in arrays of floats.
-- ==
-- input { [1u8, 2, 3] [1.0, 2, -3] [[true], [false],] [ ] }
-- error: .
-- input { [1u8, 2, 3] [1.0, 2, -3] [[true], [false],] empty([0]i32) }
-- output { [1u8, 2u8, 3u8] [1.0, 2.0, -3.0] [[true], [false]] empty([0]i32) }
entry main (a: []u8) (b: []f64) (c: [][]bool) (d: []i32) = (a, b, c, d)
