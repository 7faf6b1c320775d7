-- The few functions of prelude.fut at their edges.

-- Half way between two numbers of f32, the even one.
-- ==
-- entry: to_floats
-- input { [0, -1, 16777217, 16777219, 2147483647, -2147483648] }
-- output { [0.0f32, -1.0f32, 16777216.0f32, 16777220.0f32, 2147483648.0f32, -2147483648.0f32]
--          [0.0, -1.0, 16777217.0, 16777219.0, 2147483647.0, -2147483648.0] true }
entry to_floats (xs: []i32) =
  (map r32 xs, map r64 xs, all (\x -> r32 x == f32.i32 x && r64 x == f64.i32 x) xs)

-- Towards zero; what does not fit loses its upper bits, and what is no number is 0.
-- ==
-- entry: from_floats
-- input { [2.9, -2.9, -0.5, 2147483648.0, 4294967297.0, f64.nan, f64.inf, -f64.inf] }
-- output { [2, -2, 0, -2147483648, 1, 0, 0, 0] }
entry from_floats (xs: []f64) = map t64 xs

-- ==
-- entry: from_narrow_floats
-- input { [2.9f32, -2.9f32, -0.5f32, 2147483648.0f32, 4294967808.0f32, f32.nan, f32.inf, -f32.inf] }
-- output { [2, -2, 0, -2147483648, 512, 0, 0, 0] }
entry from_narrow_floats (xs: []f32) = map t32 xs

-- ==
-- entry: negated
-- input { [true, false] }
-- output { [false, true] }
-- input { empty([0]bool) }
-- output { empty([0]bool) }
entry negated (xs: []bool) = map not xs

type maybe = #some i32 | #none

-- They change nothing, of whatever type.
-- ==
-- entry: unchanged
-- input { [1, 2] }
-- output { [1, 2] [1, 2] true }
-- input { empty([0]i32) }
-- output { empty([0]i32) empty([0]i32) true }
entry unchanged [n] (xs: [n]i32) =
  (opaque xs, trace xs, (opaque {a = xs, b = #some 1 : maybe}).b == trace (#some 1 : maybe))

-- Outside the prompt, nobody stops at a break.
-- ==
-- entry: unbroken
-- input { 7 }
-- output { 7 }
entry unbroken (x: i32) = break x
