-- The bits of f64: a sign, 11 of the exponent, 52 of the fraction.

open import "../lib/exact"
module e = exact f64

-- ==
-- entry: to_bits
-- input { [0.0, -0.0, 1.0, -2.0, f64.inf, -f64.inf, f64.nan, 5.0e-324, 2.2250738585072014e-308,
--          1.7976931348623157e308, 3.141592653589793] }
-- output { [0x0000000000000000u64, 0x8000000000000000u64, 0x3ff0000000000000u64,
--           0xc000000000000000u64, 0x7ff0000000000000u64, 0xfff0000000000000u64,
--           0x7ff8000000000000u64, 0x0000000000000001u64, 0x0010000000000000u64,
--           0x7fefffffffffffffu64, 0x400921fb54442d18u64] }
entry to_bits [n] (xs: [n]f64) : [n]u64 = map f64.to_bits xs

-- Every pattern with a full exponent and a fraction is NaN.
-- ==
-- entry: from_bits
-- input { [0x0000000000000000u64, 0x8000000000000000u64, 0x3ff0000000000000u64,
--          0xc000000000000000u64, 0x7ff0000000000000u64, 0xfff0000000000000u64,
--          0x7ff8000000000000u64, 0x0000000000000001u64, 0x0010000000000000u64,
--          0x7fefffffffffffffu64, 0x400921fb54442d18u64, 0x7ff0000000000001u64,
--          0xffffffffffffffffu64]
--         [0.0, -0.0, 1.0, -2.0, f64.inf, -f64.inf, f64.nan, 5.0e-324, 2.2250738585072014e-308,
--          1.7976931348623157e308, 3.141592653589793, f64.nan, f64.nan] }
-- output { empty([0]i64) }
entry from_bits [n] (bits: [n]u64) (ys: [n]f64) : []i64 = e.wrong (map f64.from_bits bits) ys

-- ==
-- entry: one_bit
-- input { [63i32, 63i32, 63i32, 62i32, 62i32, 0i32, 0i32, 51i32]
--         [-0.0, 0.0, -1.0, 2.0, 1.0, 5.0e-324, 1.0, 1.5] }
-- output { [1i32, 0i32, 1i32, 1i32, 0i32, 1i32, 0i32, 1i32] }
entry one_bit [n] (bits: [n]i32) (xs: [n]f64) : [n]i32 = map2 f64.get_bit bits xs

-- ==
-- entry: set
-- input { [63i32, 63i32, 63i32, 63i32, 0i32, 0i32, 0i32, 51i32]
--         [1.0, -1.0, 0.0, f64.inf, 0.0, 1.0, 1.0, 1.0]
--         [1i32, 0i32, 1i32, 1i32, 1i32, 1i32, 0i32, 1i32]
--         [-1.0, 1.0, -0.0, -f64.inf, 5.0e-324, 1.0000000000000002, 1.0, 1.5] }
-- output { empty([0]i64) }
entry set [n] (bits: [n]i32) (xs: [n]f64) (to: [n]i32) (ys: [n]f64) : []i64 =
  e.wrong (map3 f64.set_bit bits xs to) ys

-- ==
-- entry: neighbours
-- input { [1.0, 1.0, 1.0, 0.0, 0.0, -0.0, 1.7976931348623157e308, f64.inf, -f64.inf, 5.0e-324,
--          -1.0, 2.2250738585072014e-308, f64.nan, 1.0, 9007199254740992.0]
--         [2.0, 0.0, 1.0, 1.0, -1.0, 1.0, f64.inf, 0.0, 0.0, 0.0, -2.0, 0.0, 1.0, f64.nan,
--          f64.inf]
--         [1.0000000000000002, 0.9999999999999999, 1.0, 5.0e-324, -5.0e-324, 5.0e-324, f64.inf,
--          1.7976931348623157e308, -1.7976931348623157e308, 0.0, -1.0000000000000002,
--          2.225073858507201e-308, f64.nan, f64.nan, 9007199254740994.0] }
-- output { empty([0]i64) }
entry neighbours [n] (xs: [n]f64) (ys: [n]f64) (zs: [n]f64) : []i64 =
  e.wrong (map2 f64.nextafter xs ys) zs

-- Rounded once, even where little is left.
-- ==
-- entry: scaled
-- input { [0.75, 1.0, 1.0, 1.0, 1.0, 1.0, 3.0, -1.0, f64.inf, f64.nan, 0.0, -0.0, 5.0e-324, 1.0,
--          1.0]
--         [4i32, 0i32, 1023i32, 1024i32, -1074i32, -1076i32, -1075i32, -1081i32, -5i32, 3i32,
--          100i32, -100i32, 1074i32, 2147483647i32, -2147483648i32]
--         [12.0, 1.0, 8.98846567431158e307, f64.inf, 5.0e-324, 0.0, 1.0e-323, -0.0, f64.inf,
--          f64.nan, 0.0, -0.0, 1.0, f64.inf, 0.0] }
-- output { empty([0]i64) }
entry scaled [n] (xs: [n]f64) (by: [n]i32) (ys: [n]f64) : []i64 = e.wrong (map2 f64.ldexp xs by) ys

-- ==
-- entry: signed
-- input { [3.0, -3.0, 0.0, f64.inf, -f64.inf, 2.0, -0.0]
--         [-0.0, 1.0, -1.0, -1.0, f64.inf, -f64.inf, 2.0]
--         [-3.0, 3.0, -0.0, -f64.inf, f64.inf, -2.0, 0.0] }
-- output { empty([0]i64) }
entry signed [n] (xs: [n]f64) (ys: [n]f64) (zs: [n]f64) : []i64 =
  e.wrong (map2 f64.copysign xs ys) zs

-- NaN has a sign too.
-- ==
-- entry: signed_nan
-- input { [f64.nan, f64.nan] [-1.0, 1.0] }
-- output { [1i32, 0i32] }
entry signed_nan [n] (xs: [n]f64) (ys: [n]f64) : [n]i32 =
  map (f64.get_bit 63) (map2 f64.copysign xs ys)
