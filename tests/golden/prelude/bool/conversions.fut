-- Is a number anything but 0?

-- ==
-- entry: from_i8
-- input { [0i8, 1i8, 127i8, 64i8, -128i8, -1i8] }
-- output { [false, true, true, true, true, true] }
entry from_i8 [n] (xs: [n]i8) : [n]bool = map bool.i8 xs

-- ==
-- entry: from_i16
-- input { [0i16, 1i16, 32767i16, 16384i16, -32768i16, -1i16] }
-- output { [false, true, true, true, true, true] }
entry from_i16 [n] (xs: [n]i16) : [n]bool = map bool.i16 xs

-- ==
-- entry: from_i32
-- input { [0i32, 1i32, 2147483647i32, 1073741824i32, -2147483648i32, -1i32] }
-- output { [false, true, true, true, true, true] }
entry from_i32 [n] (xs: [n]i32) : [n]bool = map bool.i32 xs

-- ==
-- entry: from_i64
-- input { [0i64, 1i64, 9223372036854775807i64, 4611686018427387904i64, -9223372036854775808i64,
--          -1i64] }
-- output { [false, true, true, true, true, true] }
entry from_i64 [n] (xs: [n]i64) : [n]bool = map bool.i64 xs

-- ==
-- entry: from_u8
-- input { [0u8, 1u8, 255u8, 64u8] }
-- output { [false, true, true, true] }
entry from_u8 [n] (xs: [n]u8) : [n]bool = map bool.u8 xs

-- ==
-- entry: from_u16
-- input { [0u16, 1u16, 65535u16, 16384u16] }
-- output { [false, true, true, true] }
entry from_u16 [n] (xs: [n]u16) : [n]bool = map bool.u16 xs

-- ==
-- entry: from_u32
-- input { [0u32, 1u32, 4294967295u32, 1073741824u32] }
-- output { [false, true, true, true] }
entry from_u32 [n] (xs: [n]u32) : [n]bool = map bool.u32 xs

-- ==
-- entry: from_u64
-- input { [0u64, 1u64, 18446744073709551615u64, 4611686018427387904u64] }
-- output { [false, true, true, true] }
entry from_u64 [n] (xs: [n]u64) : [n]bool = map bool.u64 xs

-- The least number is not 0, and NaN is not either.
-- ==
-- entry: from_f16
-- input { [0.0f16, -0.0f16, 1.0f16, 0.5f16, 6.0e-8f16, -6.0e-8f16, f16.inf, f16.nan] }
-- output { [false, false, true, true, true, true, true, true] }
entry from_f16 [n] (xs: [n]f16) : [n]bool = map bool.f16 xs

-- The least number is not 0, and NaN is not either.
-- ==
-- entry: from_f32
-- input { [0.0f32, -0.0f32, 1.0f32, 0.5f32, 1.0e-45f32, -1.0e-45f32, f32.inf, f32.nan] }
-- output { [false, false, true, true, true, true, true, true] }
entry from_f32 [n] (xs: [n]f32) : [n]bool = map bool.f32 xs

-- The least number is not 0, and NaN is not either.
-- ==
-- entry: from_f64
-- input { [0.0, -0.0, 1.0, 0.5, 5.0e-324, -5.0e-324, f64.inf, f64.nan] }
-- output { [false, false, true, true, true, true, true, true] }
entry from_f64 [n] (xs: [n]f64) : [n]bool = map bool.f64 xs

-- ==
-- entry: from_bool
-- input { [false, true] }
-- output { [false, true] }
entry from_bool [n] (xs: [n]bool) : [n]bool = map bool.bool xs
