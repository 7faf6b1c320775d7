-- To i8 from every other type, and to i64.

-- ==
-- entry: from_i8
-- input { [0i8, 1i8, -128i8, 127i8, -1i8, 100i8, -100i8] }
-- output { [0i8, 1i8, -128i8, 127i8, -1i8, 100i8, -100i8] }
entry from_i8 [n] (xs: [n]i8) : [n]i8 = map i8.i8 xs

-- ==
-- entry: from_i16
-- input { [0i16, 1i16, -32768i16, 32767i16, -1i16, 100i16, -100i16, 127i16, 128i16, 255i16,
--          256i16, -129i16] }
-- output { [0i8, 1i8, 0i8, -1i8, -1i8, 100i8, -100i8, 127i8, -128i8, -1i8, 0i8, 127i8] }
entry from_i16 [n] (xs: [n]i16) : [n]i8 = map i8.i16 xs

-- ==
-- entry: from_i32
-- input { [0i32, 1i32, -2147483648i32, 2147483647i32, -1i32, 100i32, -100i32, 127i32, 128i32,
--          255i32, 256i32, 32768i32, 65535i32, -129i32] }
-- output { [0i8, 1i8, 0i8, -1i8, -1i8, 100i8, -100i8, 127i8, -128i8, -1i8, 0i8, 0i8, -1i8, 127i8] }
entry from_i32 [n] (xs: [n]i32) : [n]i8 = map i8.i32 xs

-- ==
-- entry: from_i64
-- input { [0i64, 1i64, -9223372036854775808i64, 9223372036854775807i64, -1i64, 100i64, -100i64,
--          127i64, 128i64, 255i64, 256i64, 32768i64, 65535i64, 2147483648i64, 4294967295i64,
--          -129i64] }
-- output { [0i8, 1i8, 0i8, -1i8, -1i8, 100i8, -100i8, 127i8, -128i8, -1i8, 0i8, 0i8, -1i8, 0i8,
--           -1i8, 127i8] }
entry from_i64 [n] (xs: [n]i64) : [n]i8 = map i8.i64 xs

-- ==
-- entry: from_u8
-- input { [0u8, 1u8, 255u8, 254u8, 100u8, 127u8, 128u8] }
-- output { [0i8, 1i8, -1i8, -2i8, 100i8, 127i8, -128i8] }
entry from_u8 [n] (xs: [n]u8) : [n]i8 = map i8.u8 xs

-- ==
-- entry: from_u16
-- input { [0u16, 1u16, 65535u16, 65534u16, 100u16, 127u16, 128u16, 255u16, 256u16, 32768u16] }
-- output { [0i8, 1i8, -1i8, -2i8, 100i8, 127i8, -128i8, -1i8, 0i8, 0i8] }
entry from_u16 [n] (xs: [n]u16) : [n]i8 = map i8.u16 xs

-- ==
-- entry: from_u32
-- input { [0u32, 1u32, 4294967295u32, 4294967294u32, 100u32, 127u32, 128u32, 255u32, 256u32,
--          32768u32, 65535u32, 2147483648u32] }
-- output { [0i8, 1i8, -1i8, -2i8, 100i8, 127i8, -128i8, -1i8, 0i8, 0i8, -1i8, 0i8] }
entry from_u32 [n] (xs: [n]u32) : [n]i8 = map i8.u32 xs

-- ==
-- entry: from_u64
-- input { [0u64, 1u64, 18446744073709551615u64, 18446744073709551614u64, 100u64, 127u64, 128u64,
--          255u64, 256u64, 32768u64, 65535u64, 2147483648u64, 4294967295u64,
--          9223372036854775809u64] }
-- output { [0i8, 1i8, -1i8, -2i8, 100i8, 127i8, -128i8, -1i8, 0i8, 0i8, -1i8, 0i8, -1i8, 1i8] }
entry from_u64 [n] (xs: [n]u64) : [n]i8 = map i8.u64 xs

-- Towards zero; then the low bits. Futhark leaves open what does not fit.
-- ==
-- entry: from_f16
-- input { [0.0f16, -0.0f16, 0.9990234375f16, -0.9990234375f16, 3.75f16, -3.75f16, 127.5f16,
--          255.5f16, -128.5f16, 300.0f16, -300.0f16, 65504.0f16] }
-- output { [0i8, 0i8, 0i8, 0i8, 3i8, -3i8, 127i8, -1i8, -128i8, 44i8, -44i8, -32i8] }
-- input { [f16.nan, f16.inf, -f16.inf] }
-- output { [0i8, 0i8, 0i8] }
entry from_f16 [n] (xs: [n]f16) : [n]i8 = map i8.f16 xs

-- Towards zero; then the low bits. Futhark leaves open what does not fit.
-- ==
-- entry: from_f32
-- input { [0.0f32, -0.0f32, 0.9990234375f32, -0.9990234375f32, 3.75f32, -3.75f32, 127.5f32,
--          255.5f32, -128.5f32, 300.0f32, -300.0f32, 65504.0f32, 3000000000.0f32,
--          -3000000000.0f32, 1099511627776.0f32, 9.223372036854776e+18f32,
--          1.8446744073709552e+19f32, 1.1805916207174113e+21f32] }
-- output { [0i8, 0i8, 0i8, 0i8, 3i8, -3i8, 127i8, -1i8, -128i8, 44i8, -44i8, -32i8, 0i8, 0i8, 0i8,
--           0i8, 0i8, 0i8] }
-- input { [f32.nan, f32.inf, -f32.inf] }
-- output { [0i8, 0i8, 0i8] }
entry from_f32 [n] (xs: [n]f32) : [n]i8 = map i8.f32 xs

-- Towards zero; then the low bits. Futhark leaves open what does not fit.
-- ==
-- entry: from_f64
-- input { [0.0, -0.0, 0.9990234375, -0.9990234375, 3.75, -3.75, 127.5, 255.5, -128.5, 300.0,
--          -300.0, 65504.0, 3000000000.0, -3000000000.0, 1099511627776.0, 9.223372036854776e+18,
--          1.8446744073709552e+19, 1.1805916207174113e+21, 4294967297.5, 9007199254740992.0,
--          1e+300] }
-- output { [0i8, 0i8, 0i8, 0i8, 3i8, -3i8, 127i8, -1i8, -128i8, 44i8, -44i8, -32i8, 0i8, 0i8, 0i8,
--           0i8, 0i8, 0i8, 1i8, 0i8, 0i8] }
-- input { [f64.nan, f64.inf, -f64.inf] }
-- output { [0i8, 0i8, 0i8] }
entry from_f64 [n] (xs: [n]f64) : [n]i8 = map i8.f64 xs

-- ==
-- entry: from_bool
-- input { [false, true] }
-- output { [0i8, 1i8] }
entry from_bool [n] (xs: [n]bool) : [n]i8 = map i8.bool xs

-- ==
-- entry: to_i64
-- input { [0i8, 1i8, -1i8, -128i8, 127i8] }
-- output { [0i64, 1i64, -1i64, -128i64, 127i64] }
entry to_i64 [n] (xs: [n]i8) : [n]i64 = map i8.to_i64 xs
