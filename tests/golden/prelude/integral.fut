-- Figures for integers: the edges of their ranges, and conversions between them.

-- ==
-- entry: ranges
-- input { }
-- output { 127i8 -128i8 32767i16 -32768i16 2147483647i32 -2147483648i32
--          9223372036854775807i64 -9223372036854775808i64
--          255u8 0u8 65535u16 0u16 4294967295u32 0u32 18446744073709551615u64 0u64 }
entry ranges =
  ( i8.highest, i8.lowest, i16.highest, i16.lowest, i32.highest, i32.lowest
  , i64.highest, i64.lowest
  , u8.highest, u8.lowest, u16.highest, u16.lowest, u32.highest, u32.lowest
  , u64.highest, u64.lowest
  )

-- Division by floor and by truncation. The least number over -1 wraps.
-- ==
-- entry: division
-- input { 7 2 }
-- output { 3 1 3 1 }
-- input { -7 2 }
-- output { -4 1 -3 -1 }
-- input { 7 -2 }
-- output { -4 -1 -3 1 }
-- input { -7 -2 }
-- output { 3 -1 3 -1 }
-- input { -2147483648 -1 }
-- output { -2147483648 0 -2147483648 0 }
-- input { 1 0 }
-- error: .
entry division (x: i32) (y: i32) = i32.((x / y, x % y, x // y, x %% y))

-- ==
-- entry: by_zero
-- input { 1u8 0u8 }
-- error: .
entry by_zero (x: u8) (y: u8) = x u8.% y

-- ==
-- entry: powers
-- input { 3 4 }
-- output { 81 }
-- input { -2 3 }
-- output { -8 }
-- input { 2 31 }
-- output { -2147483648 }
-- input { 0 0 }
-- output { 1 }
-- input { 2 -1 }
-- error: .
entry powers (x: i32) (y: i32) = x i32.** y

-- 200 * 100 = 20000 = 78 * 256 + 32; signed, -56 * 100 = -5600 = -22 * 256 + 32.
-- ==
-- entry: upper_halves
-- input { }
-- output { 78u8 88u8 -22i8 -12i8 4294967294u32 -1i32 18446744073709551614u64 0i64 }
entry upper_halves =
  ( u8.mul_hi 200 100
  , u8.mad_hi 200 100 10
  , i8.mul_hi (-56) 100
  , i8.mad_hi (-56) 100 10
  , u32.mul_hi 4294967295 4294967295
  , i32.mul_hi (-1) 1
  , u64.mul_hi 18446744073709551615 18446744073709551615
  , i64.mul_hi (-1) (-1)
  )

-- Narrowing keeps the low bits.
-- ==
-- entry: narrow
-- input { 511i64 }
-- output { -1i8 511i16 511i32 255u8 511u16 511u32 }
-- input { -129i64 }
-- output { 127i8 -129i16 -129i32 127u8 65407u16 4294967167u32 }
entry narrow (x: i64) = (i8.i64 x, i16.i64 x, i32.i64 x, u8.i64 x, u16.i64 x, u32.i64 x)

-- Widening keeps the number; but an unsigned integer from a signed one gets zero bits in front.
-- ==
-- entry: widen
-- input { -1i8 255u8 }
-- output { -1i16 -1i64 255u16 255u64 255i16 255i64 255u16 255u64 }
entry widen (x: i8) (y: u8) =
  (i16.i8 x, i64.i8 x, u16.i8 x, u64.i8 x, i16.u8 y, i64.u8 y, u16.u8 y, u64.u8 y)

-- ==
-- entry: from_floats
-- input { 3.9 }
-- output { 3i8 3i32 3i64 3u8 3u64 }
-- input { f64.nan }
-- output { 0i8 0i32 0i64 0u8 0u64 }
-- input { f64.inf }
-- output { 0i8 0i32 0i64 0u8 0u64 }
entry from_floats (x: f64) = (i8.f64 x, i32.f64 x, i64.f64 x, u8.f64 x, u64.f64 x)

-- Shifts, counts and single bits.
-- ==
-- entry: bits
-- input { -128i8 }
-- output { -32i8 32i8 0i8 1 0 7 1 -127i8 }
-- input { 5i8 }
-- output { 1i8 1i8 10i8 2 5 0 0 5i8 }
entry bits (x: i8) =
  i8.((x >> 2, x >>> 2, x << 1, popc x, clz x, ctz x, get_bit 7 x, set_bit 0 x 1))

-- ==
-- entry: unsigned_bits
-- input { 128u8 }
-- output { 32u8 32u8 0u8 1 0 7 1 0u8 }
entry unsigned_bits (x: u8) =
  u8.((x >> 2, x >>> 2, x << 1, popc x, clz x, ctz x, get_bit 7 x, set_bit 7 x 0))

-- ==
-- entry: unsigned_order
-- input { 200u8 100u8 }
-- output { false true 200u8 100u8 56u8 1u8 }
entry unsigned_order (x: u8) (y: u8) =
  (x u8.< y, x u8.> y, u8.max x y, u8.min x y, u8.neg x, u8.sgn x)
