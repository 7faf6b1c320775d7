-- The bits of f16: a sign, 5 of the exponent, 10 of the fraction.

open import "../lib/exact"
module e = exact f16

-- ==
-- entry: to_bits
-- input { [0.0f16, -0.0f16, 1.0f16, -2.0f16, f16.inf, -f16.inf, f16.nan, 6.0e-8f16, 6.104e-5f16,
--          6.55e4f16, 3.14f16] }
-- output { [0x0000u16, 0x8000u16, 0x3c00u16, 0xc000u16, 0x7c00u16, 0xfc00u16, 0x7e00u16,
--           0x0001u16, 0x0400u16, 0x7bffu16, 0x4248u16] }
entry to_bits [n] (xs: [n]f16) : [n]u16 = map f16.to_bits xs

-- Every pattern with a full exponent and a fraction is NaN.
-- ==
-- entry: from_bits
-- input { [0x0000u16, 0x8000u16, 0x3c00u16, 0xc000u16, 0x7c00u16, 0xfc00u16, 0x7e00u16, 0x0001u16,
--          0x0400u16, 0x7bffu16, 0x4248u16, 0x7c01u16, 0xffffu16]
--         [0.0f16, -0.0f16, 1.0f16, -2.0f16, f16.inf, -f16.inf, f16.nan, 6.0e-8f16, 6.104e-5f16,
--          6.55e4f16, 3.14f16, f16.nan, f16.nan] }
-- output { empty([0]i64) }
entry from_bits [n] (bits: [n]u16) (ys: [n]f16) : []i64 = e.wrong (map f16.from_bits bits) ys

-- ==
-- entry: one_bit
-- input { [15i32, 15i32, 15i32, 14i32, 14i32, 0i32, 0i32, 9i32]
--         [-0.0f16, 0.0f16, -1.0f16, 2.0f16, 1.0f16, 6.0e-8f16, 1.0f16, 1.5f16] }
-- output { [1i32, 0i32, 1i32, 1i32, 0i32, 1i32, 0i32, 1i32] }
entry one_bit [n] (bits: [n]i32) (xs: [n]f16) : [n]i32 = map2 f16.get_bit bits xs

-- ==
-- entry: set
-- input { [15i32, 15i32, 15i32, 15i32, 0i32, 0i32, 0i32, 9i32]
--         [1.0f16, -1.0f16, 0.0f16, f16.inf, 0.0f16, 1.0f16, 1.0f16, 1.0f16]
--         [1i32, 0i32, 1i32, 1i32, 1i32, 1i32, 0i32, 1i32]
--         [-1.0f16, 1.0f16, -0.0f16, -f16.inf, 6.0e-8f16, 1.001f16, 1.0f16, 1.5f16] }
-- output { empty([0]i64) }
entry set [n] (bits: [n]i32) (xs: [n]f16) (to: [n]i32) (ys: [n]f16) : []i64 =
  e.wrong (map3 f16.set_bit bits xs to) ys

-- ==
-- entry: neighbours
-- input { [1.0f16, 1.0f16, 1.0f16, 0.0f16, 0.0f16, -0.0f16, 6.55e4f16, f16.inf, -f16.inf,
--          6.0e-8f16, -1.0f16, 6.104e-5f16, f16.nan, 1.0f16, 2048.0f16]
--         [2.0f16, 0.0f16, 1.0f16, 1.0f16, -1.0f16, 1.0f16, f16.inf, 0.0f16, 0.0f16, 0.0f16,
--          -2.0f16, 0.0f16, 1.0f16, f16.nan, f16.inf]
--         [1.001f16, 0.9995f16, 1.0f16, 6.0e-8f16, -6.0e-8f16, 6.0e-8f16, f16.inf, 6.55e4f16,
--          -6.55e4f16, 0.0f16, -1.001f16, 6.1e-5f16, f16.nan, f16.nan, 2.05e3f16] }
-- output { empty([0]i64) }
entry neighbours [n] (xs: [n]f16) (ys: [n]f16) (zs: [n]f16) : []i64 =
  e.wrong (map2 f16.nextafter xs ys) zs

-- Rounded once, even where little is left.
-- ==
-- entry: scaled
-- input { [0.75f16, 1.0f16, 1.0f16, 1.0f16, 1.0f16, 1.0f16, 3.0f16, -1.0f16, f16.inf, f16.nan,
--          0.0f16, -0.0f16, 6.0e-8f16, 1.0f16, 1.0f16]
--         [4i32, 0i32, 15i32, 16i32, -24i32, -26i32, -25i32, -31i32, -5i32, 3i32, 100i32, -100i32,
--          24i32, 2147483647i32, -2147483648i32]
--         [12.0f16, 1.0f16, 3.277e4f16, f16.inf, 6.0e-8f16, 0.0f16, 1.0e-7f16, -0.0f16, f16.inf,
--          f16.nan, 0.0f16, -0.0f16, 1.0f16, f16.inf, 0.0f16] }
-- output { empty([0]i64) }
entry scaled [n] (xs: [n]f16) (by: [n]i32) (ys: [n]f16) : []i64 = e.wrong (map2 f16.ldexp xs by) ys

-- ==
-- entry: signed
-- input { [3.0f16, -3.0f16, 0.0f16, f16.inf, -f16.inf, 2.0f16, -0.0f16]
--         [-0.0f16, 1.0f16, -1.0f16, -1.0f16, f16.inf, -f16.inf, 2.0f16]
--         [-3.0f16, 3.0f16, -0.0f16, -f16.inf, f16.inf, -2.0f16, 0.0f16] }
-- output { empty([0]i64) }
entry signed [n] (xs: [n]f16) (ys: [n]f16) (zs: [n]f16) : []i64 =
  e.wrong (map2 f16.copysign xs ys) zs

-- NaN has a sign too.
-- ==
-- entry: signed_nan
-- input { [f16.nan, f16.nan] [-1.0f16, 1.0f16] }
-- output { [1i32, 0i32] }
entry signed_nan [n] (xs: [n]f16) (ys: [n]f16) : [n]i32 =
  map (f16.get_bit 15) (map2 f16.copysign xs ys)
