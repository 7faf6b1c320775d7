-- Conversions to u8: the low 8 bits of the number.

-- ==
-- entry: from_i8
-- input { [0i8, 1i8, 100i8, 127i8, -128i8, -1i8, -100i8] }
-- output { [0u8, 1u8, 100u8, 127u8, 128u8, 255u8, 156u8] }
entry from_i8 (xs: []i8) = map u8.i8 xs

-- ==
-- entry: from_i16
-- input { [0i16, 1i16, 100i16, 32767i16, -32768i16, -1i16, -100i16] }
-- output { [0u8, 1u8, 100u8, 255u8, 0u8, 255u8, 156u8] }
entry from_i16 (xs: []i16) = map u8.i16 xs

-- ==
-- entry: from_i32
-- input { [0i32, 1i32, 100i32, 2147483647i32, -2147483648i32, -1i32, -100i32] }
-- output { [0u8, 1u8, 100u8, 255u8, 0u8, 255u8, 156u8] }
entry from_i32 (xs: []i32) = map u8.i32 xs

-- ==
-- entry: from_i64
-- input { [0i64, 1i64, 100i64, 9223372036854775807i64, -9223372036854775808i64, -1i64, -100i64] }
-- output { [0u8, 1u8, 100u8, 255u8, 0u8, 255u8, 156u8] }
entry from_i64 (xs: []i64) = map u8.i64 xs

-- ==
-- entry: from_u8
-- input { [0u8, 1u8, 100u8, 255u8, 0u8, 254u8] }
-- output { [0u8, 1u8, 100u8, 255u8, 0u8, 254u8] }
entry from_u8 (xs: []u8) = map u8.u8 xs

-- ==
-- entry: from_u16
-- input { [0u16, 1u16, 100u16, 65535u16, 0u16, 65534u16] }
-- output { [0u8, 1u8, 100u8, 255u8, 0u8, 254u8] }
entry from_u16 (xs: []u16) = map u8.u16 xs

-- ==
-- entry: from_u32
-- input { [0u32, 1u32, 100u32, 4294967295u32, 0u32, 4294967294u32] }
-- output { [0u8, 1u8, 100u8, 255u8, 0u8, 254u8] }
entry from_u32 (xs: []u32) = map u8.u32 xs

-- ==
-- entry: from_u64
-- input { [0u64, 1u64, 100u64, 18446744073709551615u64, 0u64, 18446744073709551614u64] }
-- output { [0u8, 1u8, 100u8, 255u8, 0u8, 254u8] }
entry from_u64 (xs: []u64) = map u8.u64 xs

-- Towards zero; what is no number, or infinite, gives zero.
-- ==
-- entry: from_f16 from_f32 from_f64
-- input { [0.0f64, -0.0f64, 0.9f64, -0.9f64, 1.5f64, 100.9f64] }
-- output { [0u8, 0u8, 0u8, 0u8, 1u8, 100u8] }
-- input { [f64.nan, f64.inf, -f64.inf] }
-- output { [0u8, 0u8, 0u8] }
entry from_f16 (xs: []f64) = map (f16.f64 >-> u8.f16) xs
entry from_f32 (xs: []f64) = map (f32.f64 >-> u8.f32) xs
entry from_f64 (xs: []f64) = map u8.f64 xs

-- ==
-- entry: from_bool
-- input { [false, true] } output { [0u8, 1u8] }
entry from_bool (xs: []bool) = map u8.bool xs
