-- Floats at their edges: infinities, NaN, signed zeros, rounding, bits. Values at ordinary points are
-- those of the C library.

-- ==
-- entry: constants
-- input { }
-- output { f64.inf f64.nan f64.inf -f64.inf 2.220446049250313e-16
--          3.141592653589793 2.718281828459045 64 }
entry constants =
  f64.((inf, nan, highest, lowest, epsilon, pi, e, num_bits))

-- The distance to the number after 1.
-- ==
-- entry: epsilons
-- input { }
-- output { true true true }
entry epsilons =
  ( f16.(nextafter 1 2 - 1 == epsilon)
  , f32.(nextafter 1 2 - 1 == epsilon)
  , f64.(nextafter 1 2 - 1 == epsilon)
  )

-- ==
-- entry: comparisons
-- input { 1.0 2.0 }
-- output { [false, true, true, true, false, false] }
-- input { f64.nan 1.0 }
-- output { [false, true, false, false, false, false] }
-- input { f64.nan f64.nan }
-- output { [false, true, false, false, false, false] }
-- input { 0.0 -0.0 }
-- output { [true, false, false, true, false, true] }
-- input { f64.inf f64.inf }
-- output { [true, false, false, true, false, true] }
entry comparisons (x: f64) (y: f64) = f64.([x == y, x != y, x < y, x <= y, x > y, x >= y])

-- NaN gives way to a number.
-- ==
-- entry: extremes
-- input { 1.0 2.0 }
-- output { 1.0 2.0 }
-- input { f64.nan 2.0 }
-- output { 2.0 2.0 }
-- input { 1.0 f64.nan }
-- output { 1.0 1.0 }
-- input { f64.nan f64.nan }
-- output { f64.nan f64.nan }
-- input { -f64.inf f64.inf }
-- output { -f64.inf f64.inf }
entry extremes (x: f64) (y: f64) = (f64.min x y, f64.max x y)

-- ==
-- entry: folds
-- input { [3.0, -1.0, 2.0] }
-- output { 4.0 -6.0 3.0 -1.0 }
-- input { empty([0]f64) }
-- output { 0.0 1.0 -f64.inf f64.inf }
-- input { [1.0, f64.nan] }
-- output { f64.nan f64.nan 1.0 1.0 }
-- input { [f64.inf, -f64.inf] }
-- output { f64.nan -f64.inf f64.inf -f64.inf }
entry folds (xs: []f64) = (f64.sum xs, f64.product xs, f64.maximum xs, f64.minimum xs)

-- The sign is that of the divisor.
-- ==
-- entry: remainder
-- input { 5.5 2.0 }
-- output { 1.5 }
-- input { -5.5 2.0 }
-- output { 0.5 }
-- input { 5.5 -2.0 }
-- output { -0.5 }
-- input { 5.5 0.0 }
-- output { f64.nan }
entry remainder (x: f64) (y: f64) = x f64.% y

-- ==
-- entry: powers
-- input { 2.0 0.5 }
-- output { 1.4142135623730951 }
-- input { 0.0 0.0 }
-- output { 1.0 }
-- input { -8.0 0.5 }
-- output { f64.nan }
-- input { -2.0 3.0 }
-- output { -8.0 }
-- input { 0.0 -1.0 }
-- output { f64.inf }
-- input { f64.nan 0.0 }
-- output { 1.0 }
entry powers (x: f64) (y: f64) = x f64.** y

-- ==
-- entry: signs
-- input { -2.5 }
-- output { 2.5 2.5 -1.0 }
-- input { 0.0 }
-- output { 0.0 0.0 0.0 }
-- input { f64.nan }
-- output { f64.nan f64.nan f64.nan }
-- input { -f64.inf }
-- output { f64.inf f64.inf -1.0 }
entry signs (x: f64) = f64.((neg x, abs x, sgn x))

-- Up, down, towards zero, to the nearest with ties to even.
-- ==
-- entry: rounding
-- input { 2.5 }
-- output { 3.0 2.0 2.0 2.0 }
-- input { 3.5 }
-- output { 4.0 3.0 3.0 4.0 }
-- input { -2.5 }
-- output { -2.0 -3.0 -2.0 -2.0 }
-- input { 0.49999999999999994 }
-- output { 1.0 0.0 0.0 0.0 }
-- input { 1.0e300 }
-- output { 1.0e300 1.0e300 1.0e300 1.0e300 }
-- input { -f64.inf }
-- output { -f64.inf -f64.inf -f64.inf -f64.inf }
-- input { f64.nan }
-- output { f64.nan f64.nan f64.nan f64.nan }
entry rounding (x: f64) = f64.((ceil x, floor x, trunc x, round x))

-- Beyond the range of i32, for the narrower float.
-- ==
-- entry: truncation
-- input { -3.0e9f32 }
-- output { -3.0e9f32 }
entry truncation (x: f32) = f32.trunc x

-- ==
-- entry: tests
-- input { 1.0 }
-- output { false false }
-- input { -f64.inf }
-- output { true false }
-- input { f64.nan }
-- output { false true }
entry tests (x: f64) = (f64.isinf x, f64.isnan x)

-- ==
-- entry: to_bits
-- input { 1.0 1.0f32 1.0f16 }
-- output { 0x3ff0000000000000u64 0x3f800000u32 0x3c00u16 }
-- input { -0.0 -0.0f32 -0.0f16 }
-- output { 0x8000000000000000u64 0x80000000u32 0x8000u16 }
-- input { f64.inf f32.inf f16.inf }
-- output { 0x7ff0000000000000u64 0x7f800000u32 0x7c00u16 }
entry to_bits (x: f64) (y: f32) (z: f16) = (f64.to_bits x, f32.to_bits y, f16.to_bits z)

-- ==
-- entry: from_bits
-- input { 0x4009_21fb_5444_2d18u64 0x40490fdbu32 0x4248u16 }
-- output { 3.141592653589793 3.1415927f32 3.140625f16 }
-- input { 1u64 1u32 1u16 }
-- output { 4.9e-324 1.4e-45f32 5.9604645e-8f16 }
entry from_bits (x: u64) (y: u32) (z: u16) = (f64.from_bits x, f32.from_bits y, f16.from_bits z)

-- Bit 63 is the sign.
-- ==
-- entry: one_bit
-- input { 2.0 }
-- output { 0 -2.0 1 }
entry one_bit (x: f64) =
  (f64.get_bit 63 x, f64.set_bit 63 x 1, f64.get_bit 62 x)

-- ==
-- entry: scaled
-- input { 0.75 4 }
-- output { 12.0 }
-- input { 1.0 -1074 }
-- output { 4.9e-324 }
-- input { 1.0 2000 }
-- output { f64.inf }
entry scaled (x: f64) (y: i32) = f64.ldexp x y

-- ==
-- entry: signed
-- input { 3.0 -0.0 }
-- output { -3.0 }
-- input { -3.0 1.0 }
-- output { 3.0 }
entry signed (x: f64) (y: f64) = f64.copysign x y

-- Rounded once, the product keeps the square of epsilon; rounded twice, it does not.
-- ==
-- entry: fused
-- input { }
-- output { true true }
entry fused =
  f64.(let x = 1 + epsilon
       in (fma x x (neg (1 + 2 * epsilon)) == epsilon * epsilon,
           mad x x (neg (1 + 2 * epsilon)) == 0))

-- ==
-- entry: between
-- input { 2.0 4.0 0.25 }
-- output { 2.5 }
-- input { 2.0 4.0 1.0 }
-- output { 4.0 }
entry between (x: f64) (y: f64) (w: f64) = f64.lerp x y w

-- No overflow on the way.
-- ==
-- entry: hypotenuse
-- input { 3.0e200 4.0e200 }
-- output { 5.0e200 }
-- input { f64.inf f64.nan }
-- output { f64.inf }
entry hypotenuse (x: f64) (y: f64) = f64.hypot x y

-- The four quadrants: y comes first.
-- ==
-- entry: angles
-- input { 1.0 1.0 }
-- output { 0.7853981633974483 0.25 }
-- input { 1.0 -1.0 }
-- output { 2.356194490192345 0.75 }
-- input { -1.0 -1.0 }
-- output { -2.356194490192345 -0.75 }
-- input { -1.0 1.0 }
-- output { -0.7853981633974483 -0.25 }
entry angles (y: f64) (x: f64) = (f64.atan2 y x, f64.atan2pi y x)

-- Roots, exponentials and logarithms; the identities hold to the last digits or nearly so.
-- ==
-- entry: roots
-- input { 64.0 }
-- output { 8.0 0.125 4.0 0.015625 }
-- input { 0.0 }
-- output { 0.0 f64.inf 0.0 f64.inf }
-- input { -8.0 }
-- output { f64.nan f64.nan -2.0 -0.125 }
entry roots (x: f64) = f64.((sqrt x, rsqrt x, cbrt x, recip x))

-- ==
-- entry: powers_of
-- input { 2.0 }
-- output { 7.38905609893065 4.0 100.0 6.38905609893065 }
-- input { 1e-10 }
-- output { 1.0000000001 1.0000000000693147 1.0000000002302585 1.00000000005e-10 }
-- input { -f64.inf }
-- output { 0.0 0.0 0.0 -1.0 }
-- input { f64.inf }
-- output { f64.inf f64.inf f64.inf f64.inf }
entry powers_of (x: f64) = f64.((exp x, exp2 x, exp10 x, expm1 x))

-- ==
-- entry: logistics
-- input { [0.0, 2.0, -2.0, 800.0, -800.0] }
-- output { [0.5, 0.8807970779778823, 0.11920292202211755, 1.0, 0.0]
--          [0.25, 0.1049935854035065, 0.1049935854035065, 0.0, 0.0] }
entry logistics (xs: []f64) =
  (map f64.logistic xs, map (\x -> vjp f64.logistic x 1) xs)

-- ==
-- entry: logarithms
-- input { 1000.0 }
-- output { 6.907755278982137 9.965784284662087 3.0 6.90875477931522 }
-- input { 0.0 }
-- output { -f64.inf -f64.inf -f64.inf 0.0 }
-- input { -0.5 }
-- output { f64.nan f64.nan f64.nan -0.6931471805599453 }
entry logarithms (x: f64) = f64.((log x, log2 x, log10 x, log1p x))

-- ==
-- entry: exponentials
-- input { 1.0 }
-- output { 2.718281828459045 1.1752011936438014 1.5430806348152437 0.7615941559557649 }
-- input { -f64.inf }
-- output { 0.0 -f64.inf f64.inf -1.0 }
-- input { 800.0 }
-- output { f64.inf f64.inf f64.inf 1.0 }
entry exponentials (x: f64) = f64.((exp x, sinh x, cosh x, tanh x))

-- Half a turn, and whole numbers of half turns, are exact for the functions that count them.
-- ==
-- entry: turns
-- input { 0.5 }
-- output { 1.0 0.0 }
-- input { 1.0 }
-- output { 0.0 -1.0 }
-- input { 0.25 }
-- output { 0.7071067811865476 0.7071067811865476 }
-- input { f64.inf }
-- output { f64.nan f64.nan }
entry turns (x: f64) = (f64.sinpi x, f64.cospi x)

-- ==
-- entry: circle
-- input { 0.5 }
-- output { 0.479425538604203 0.8775825618903728 0.5463024898437905 1.0 }
-- input { f64.nan }
-- output { f64.nan f64.nan f64.nan f64.nan }
entry circle (x: f64) = f64.((sin x, cos x, tan x, tanpi (x - 0.25)))

-- ==
-- entry: inverse_circle
-- input { 0.5 }
-- output { 0.5235987755982989 1.0471975511965979 0.4636476090008061
--          0.16666666666666666 0.3333333333333333 0.14758361765043326 }
-- input { 2.0 }
-- output { f64.nan f64.nan 1.1071487177940904 f64.nan f64.nan 0.35241638234956674 }
entry inverse_circle (x: f64) = f64.((asin x, acos x, atan x, asinpi x, acospi x, atanpi x))

-- ==
-- entry: inverse_hyperbolic
-- input { 0.5 }
-- output { 0.48121182505960347 f64.nan 0.5493061443340549 }
-- input { 2.0 }
-- output { 1.4436354751788103 1.3169578969248166 f64.nan }
-- input { 1.0 }
-- output { 0.881373587019543 0.0 f64.inf }
entry inverse_hyperbolic (x: f64) = f64.((asinh x, acosh x, atanh x))

-- gamma (n + 1) is n factorial; at a half it is the square root of pi.
-- ==
-- entry: special
-- input { 5.0 }
-- output { 24.0 3.1780538303479458 0.9999999999984626 1.5374597944280347e-12 }
-- input { 0.5 }
-- output { 1.7724538509055159 0.5723649429247001 0.5204998778130465 0.4795001221869535 }
-- input { -0.5 }
-- output { -3.544907701811032 1.265512123484645 -0.5204998778130465 1.5204998778130465 }
entry special (x: f64) = f64.((gamma x, lgamma x, erf x, erfc x))

-- Between the float types: exact when widening, to the nearest even when narrowing.
-- ==
-- entry: converted
-- input { 2049.0 }
-- output { 2048.0f16 2049.0f32 }
-- input { 2051.0 }
-- output { 2052.0f16 2051.0f32 }
-- input { 65520.0 }
-- output { f16.inf 65520.0f32 }
-- input { 16777217.0 }
-- output { f16.inf 1.6777216e7f32 }
-- input { f64.nan }
-- output { f16.nan f32.nan }
entry converted (x: f64) = (f16.f64 x, f32.f64 x)

-- ==
-- entry: from_integers
-- input { 9007199254740993i64 18446744073709551615u64 true }
-- output { 9007199254740992.0 1.8446744073709552e19 1.0 1.0f16 }
entry from_integers (x: i64) (y: u64) (z: bool) =
  (f64.i64 x, f64.u64 y, f64.bool z, f16.bool z)

-- ==
-- entry: fraction
-- input { 1i64 4i64 }
-- output { 0.25 0.25f32 }
-- input { 1i64 0i64 }
-- output { f64.inf f32.inf }
entry fraction (x: i64) (y: i64) = (f64.from_fraction x y, f32.from_fraction x y)

-- Half precision: every result is rounded to 11 bits.
-- ==
-- entry: half
-- input { 2048.0f16 1.0f16 }
-- output { 2048.0f16 2048.0f16 }
-- input { 60000.0f16 60000.0f16 }
-- output { f16.inf f16.inf }
entry half (x: f16) (y: f16) = (x + y, f16.sum [x, y])

-- ==
-- entry: truth
-- input { 0.0 -0.0f32 0i8 255u8 }
-- output { [false, false, false, true] }
-- input { f64.nan 0.1f32 -128i8 0u8 }
-- output { [true, true, true, false] }
entry truth (x: f64) (y: f32) (z: i8) (w: u8) = [bool.f64 x, bool.f32 y, bool.i8 z, bool.u8 w]
