-- Conversions to f16: the nearest number, ties to even.

-- ==
-- entry: from_i8
-- input { [0i8, 1i8, 127i8, -128i8, -1i8] }
-- output { [0u16, 15360u16, 22512u16, 55296u16, 48128u16] }
entry from_i8 (xs: []i8) = map (f16.i8 >-> f16.to_bits) xs

-- ==
-- entry: from_i16
-- input { [0i16, 1i16, 32767i16, -32768i16, -1i16, 2049i16, 2051i16, 4098i16] }
-- output { [0u16, 15360u16, 30720u16, 63488u16, 48128u16, 26624u16, 26626u16, 27648u16] }
entry from_i16 (xs: []i16) = map (f16.i16 >-> f16.to_bits) xs

-- ==
-- entry: from_i32
-- input { [0i32, 1i32, 2147483647i32, -2147483648i32, -1i32, 2049i32, 2051i32, 4098i32] }
-- output { [0u16, 15360u16, 31744u16, 64512u16, 48128u16, 26624u16, 26626u16, 27648u16] }
entry from_i32 (xs: []i32) = map (f16.i32 >-> f16.to_bits) xs

-- ==
-- entry: from_i64
-- input { [0i64, 1i64, 9223372036854775807i64, -9223372036854775808i64, -1i64, 2049i64, 2051i64,
--          4098i64] }
-- output { [0u16, 15360u16, 31744u16, 64512u16, 48128u16, 26624u16, 26626u16, 27648u16] }
entry from_i64 (xs: []i64) = map (f16.i64 >-> f16.to_bits) xs

-- ==
-- entry: from_u8
-- input { [0u8, 1u8, 255u8, 0u8] }
-- output { [0u16, 15360u16, 23544u16, 0u16] }
entry from_u8 (xs: []u8) = map (f16.u8 >-> f16.to_bits) xs

-- ==
-- entry: from_u16
-- input { [0u16, 1u16, 65535u16, 0u16, 2049u16, 2051u16, 4098u16] }
-- output { [0u16, 15360u16, 31744u16, 0u16, 26624u16, 26626u16, 27648u16] }
entry from_u16 (xs: []u16) = map (f16.u16 >-> f16.to_bits) xs

-- ==
-- entry: from_u32
-- input { [0u32, 1u32, 4294967295u32, 0u32, 2049u32, 2051u32, 4098u32] }
-- output { [0u16, 15360u16, 31744u16, 0u16, 26624u16, 26626u16, 27648u16] }
entry from_u32 (xs: []u32) = map (f16.u32 >-> f16.to_bits) xs

-- ==
-- entry: from_u64
-- input { [0u64, 1u64, 18446744073709551615u64, 0u64, 2049u64, 2051u64, 4098u64] }
-- output { [0u16, 15360u16, 31744u16, 0u16, 26624u16, 26626u16, 27648u16] }
entry from_u64 (xs: []u64) = map (f16.u64 >-> f16.to_bits) xs

-- ==
-- entry: from_f16
-- input { [0.0f16, -0.0f16, 1.5f16, f16.inf, -f16.inf, 0.0999755859375f16, 65504.0f16, f16.inf,
--          1.1920928955078125e-07f16, f16.inf, 0.0f16, 0.333251953125f16] }
-- output { [0u16, 32768u16, 15872u16, 31744u16, 64512u16, 11878u16, 31743u16, 31744u16, 2u16,
--          31744u16, 0u16, 13653u16] }
entry from_f16 (xs: []f16) = map (f16.f16 >-> f16.to_bits) xs

-- ==
-- entry: from_f32
-- input { [0.0f32, -0.0f32, 1.5f32, f32.inf, -f32.inf, 0.10000000149011612f32, 65519.98828125f32,
--          65520.0f32, 1.0000000116860974e-07f32, 3.3999999521443642e+38f32, 0.0f32,
--          0.3333333432674408f32] }
-- output { [0u16, 32768u16, 15872u16, 31744u16, 64512u16, 11878u16, 31743u16, 31744u16, 2u16,
--          31744u16, 0u16, 13653u16] }
entry from_f32 (xs: []f32) = map (f16.f32 >-> f16.to_bits) xs

-- ==
-- entry: from_f64
-- input { [0.0f64, -0.0f64, 1.5f64, f64.inf, -f64.inf, 0.1f64, 65519.99f64, 65520.0f64, 1e-07f64,
--          3.4e+38f64, 1e-46f64, 0.3333333333333333f64] }
-- output { [0u16, 32768u16, 15872u16, 31744u16, 64512u16, 11878u16, 31743u16, 31744u16, 2u16,
--          31744u16, 0u16, 13653u16] }
entry from_f64 (xs: []f64) = map (f16.f64 >-> f16.to_bits) xs

-- ==
-- entry: from_bool
-- input { [true, false] } output { [1.0f16, 0.0f16] }
entry from_bool (xs: []bool) = map f16.bool xs
