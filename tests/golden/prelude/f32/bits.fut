-- The bits of f32: a sign, 8 of the exponent, 23 of the fraction.

open import "../lib/exact"
module e = exact f32

-- ==
-- entry: to_bits
-- input { [0.0f32, -0.0f32, 1.0f32, -2.0f32, f32.inf, -f32.inf, f32.nan, 1.0e-45f32,
--          1.1754944e-38f32, 3.4028235e38f32, 3.1415927f32] }
-- output { [0x00000000u32, 0x80000000u32, 0x3f800000u32, 0xc0000000u32, 0x7f800000u32,
--           0xff800000u32, 0x7fc00000u32, 0x00000001u32, 0x00800000u32, 0x7f7fffffu32,
--           0x40490fdbu32] }
entry to_bits [n] (xs: [n]f32) : [n]u32 = map f32.to_bits xs

-- Every pattern with a full exponent and a fraction is NaN.
-- ==
-- entry: from_bits
-- input { [0x00000000u32, 0x80000000u32, 0x3f800000u32, 0xc0000000u32, 0x7f800000u32,
--          0xff800000u32, 0x7fc00000u32, 0x00000001u32, 0x00800000u32, 0x7f7fffffu32,
--          0x40490fdbu32, 0x7f800001u32, 0xffffffffu32]
--         [0.0f32, -0.0f32, 1.0f32, -2.0f32, f32.inf, -f32.inf, f32.nan, 1.0e-45f32,
--          1.1754944e-38f32, 3.4028235e38f32, 3.1415927f32, f32.nan, f32.nan] }
-- output { empty([0]i64) }
entry from_bits [n] (bits: [n]u32) (ys: [n]f32) : []i64 = e.wrong (map f32.from_bits bits) ys

-- ==
-- entry: one_bit
-- input { [31i32, 31i32, 31i32, 30i32, 30i32, 0i32, 0i32, 22i32]
--         [-0.0f32, 0.0f32, -1.0f32, 2.0f32, 1.0f32, 1.0e-45f32, 1.0f32, 1.5f32] }
-- output { [1i32, 0i32, 1i32, 1i32, 0i32, 1i32, 0i32, 1i32] }
entry one_bit [n] (bits: [n]i32) (xs: [n]f32) : [n]i32 = map2 f32.get_bit bits xs

-- ==
-- entry: set
-- input { [31i32, 31i32, 31i32, 31i32, 0i32, 0i32, 0i32, 22i32]
--         [1.0f32, -1.0f32, 0.0f32, f32.inf, 0.0f32, 1.0f32, 1.0f32, 1.0f32]
--         [1i32, 0i32, 1i32, 1i32, 1i32, 1i32, 0i32, 1i32]
--         [-1.0f32, 1.0f32, -0.0f32, -f32.inf, 1.0e-45f32, 1.0000001f32, 1.0f32, 1.5f32] }
-- output { empty([0]i64) }
entry set [n] (bits: [n]i32) (xs: [n]f32) (to: [n]i32) (ys: [n]f32) : []i64 =
  e.wrong (map3 f32.set_bit bits xs to) ys

-- ==
-- entry: neighbours
-- input { [1.0f32, 1.0f32, 1.0f32, 0.0f32, 0.0f32, -0.0f32, 3.4028235e38f32, f32.inf, -f32.inf,
--          1.0e-45f32, -1.0f32, 1.1754944e-38f32, f32.nan, 1.0f32, 16777216.0f32]
--         [2.0f32, 0.0f32, 1.0f32, 1.0f32, -1.0f32, 1.0f32, f32.inf, 0.0f32, 0.0f32, 0.0f32,
--          -2.0f32, 0.0f32, 1.0f32, f32.nan, f32.inf]
--         [1.0000001f32, 0.99999994f32, 1.0f32, 1.0e-45f32, -1.0e-45f32, 1.0e-45f32, f32.inf,
--          3.4028235e38f32, -3.4028235e38f32, 0.0f32, -1.0000001f32, 1.1754942e-38f32, f32.nan,
--          f32.nan, 16777218.0f32] }
-- output { empty([0]i64) }
entry neighbours [n] (xs: [n]f32) (ys: [n]f32) (zs: [n]f32) : []i64 =
  e.wrong (map2 f32.nextafter xs ys) zs

-- Rounded once, even where little is left.
-- ==
-- entry: scaled
-- input { [0.75f32, 1.0f32, 1.0f32, 1.0f32, 1.0f32, 1.0f32, 3.0f32, -1.0f32, f32.inf, f32.nan,
--          0.0f32, -0.0f32, 1.0e-45f32, 1.0f32, 1.0f32]
--         [4i32, 0i32, 127i32, 128i32, -149i32, -151i32, -150i32, -156i32, -5i32, 3i32, 100i32,
--          -100i32, 149i32, 2147483647i32, -2147483648i32]
--         [12.0f32, 1.0f32, 1.7014118e38f32, f32.inf, 1.0e-45f32, 0.0f32, 3.0e-45f32, -0.0f32,
--          f32.inf, f32.nan, 0.0f32, -0.0f32, 1.0f32, f32.inf, 0.0f32] }
-- output { empty([0]i64) }
entry scaled [n] (xs: [n]f32) (by: [n]i32) (ys: [n]f32) : []i64 = e.wrong (map2 f32.ldexp xs by) ys

-- ==
-- entry: signed
-- input { [3.0f32, -3.0f32, 0.0f32, f32.inf, -f32.inf, 2.0f32, -0.0f32]
--         [-0.0f32, 1.0f32, -1.0f32, -1.0f32, f32.inf, -f32.inf, 2.0f32]
--         [-3.0f32, 3.0f32, -0.0f32, -f32.inf, f32.inf, -2.0f32, 0.0f32] }
-- output { empty([0]i64) }
entry signed [n] (xs: [n]f32) (ys: [n]f32) (zs: [n]f32) : []i64 =
  e.wrong (map2 f32.copysign xs ys) zs

-- NaN has a sign too.
-- ==
-- entry: signed_nan
-- input { [f32.nan, f32.nan] [-1.0f32, 1.0f32] }
-- output { [1i32, 0i32] }
entry signed_nan [n] (xs: [n]f32) (ys: [n]f32) : [n]i32 =
  map (f32.get_bit 31) (map2 f32.copysign xs ys)
