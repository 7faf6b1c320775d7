-- To f16 from every other type, rounded once and to the even one of two that are as near; and from
-- it to i64 and f64.

open import "../lib/exact"
module e = exact f16
module wide = exact f64

-- ==
-- entry: from_i8
-- input { [0i8, 1i8, -1i8, -128i8, 127i8, 100i8]
--         [0.0f16, 1.0f16, -1.0f16, -128.0f16, 127.0f16, 1.0e2f16] }
-- output { empty([0]i64) }
entry from_i8 [n] (xs: [n]i8) (ys: [n]f16) : []i64 = e.wrong (map f16.i8 xs) ys

-- ==
-- entry: from_i16
-- input { [0i16, 1i16, -1i16, -32768i16, 32767i16, 100i16, 2049i16, 2051i16, -2049i16]
--         [0.0f16, 1.0f16, -1.0f16, -3.277e4f16, 3.277e4f16, 1.0e2f16, 2048.0f16, 2052.0f16,
--          -2048.0f16] }
-- output { empty([0]i64) }
entry from_i16 [n] (xs: [n]i16) (ys: [n]f16) : []i64 = e.wrong (map f16.i16 xs) ys

-- ==
-- entry: from_i32
-- input { [0i32, 1i32, -1i32, -2147483648i32, 2147483647i32, 100i32, 2049i32, 2051i32, -2049i32,
--          16777217i32, 16777219i32, -16777217i32, 65504i32, 65519i32, 65520i32]
--         [0.0f16, 1.0f16, -1.0f16, -f16.inf, f16.inf, 1.0e2f16, 2048.0f16, 2052.0f16, -2048.0f16,
--          f16.inf, f16.inf, -f16.inf, 6.55e4f16, 6.55e4f16, f16.inf] }
-- output { empty([0]i64) }
entry from_i32 [n] (xs: [n]i32) (ys: [n]f16) : []i64 = e.wrong (map f16.i32 xs) ys

-- ==
-- entry: from_i64
-- input { [0i64, 1i64, -1i64, -9223372036854775808i64, 9223372036854775807i64, 100i64, 2049i64,
--          2051i64, -2049i64, 16777217i64, 16777219i64, -16777217i64, 9007199254740993i64,
--          9007199254740995i64, -9007199254740993i64, 65504i64, 65519i64, 65520i64,
--          4611686293305294849i64, 4611686293305294847i64, 4611686293305294848i64]
--         [0.0f16, 1.0f16, -1.0f16, -f16.inf, f16.inf, 1.0e2f16, 2048.0f16, 2052.0f16, -2048.0f16,
--          f16.inf, f16.inf, -f16.inf, f16.inf, f16.inf, -f16.inf, 6.55e4f16, 6.55e4f16, f16.inf,
--          f16.inf, f16.inf, f16.inf] }
-- output { empty([0]i64) }
entry from_i64 [n] (xs: [n]i64) (ys: [n]f16) : []i64 = e.wrong (map f16.i64 xs) ys

-- ==
-- entry: from_u8
-- input { [0u8, 1u8, 255u8, 100u8] [0.0f16, 1.0f16, 255.0f16, 1.0e2f16] }
-- output { empty([0]i64) }
entry from_u8 [n] (xs: [n]u8) (ys: [n]f16) : []i64 = e.wrong (map f16.u8 xs) ys

-- ==
-- entry: from_u16
-- input { [0u16, 1u16, 65535u16, 100u16, 2049u16, 2051u16, 65504u16, 65519u16, 65520u16]
--         [0.0f16, 1.0f16, f16.inf, 1.0e2f16, 2048.0f16, 2052.0f16, 6.55e4f16, 6.55e4f16,
--          f16.inf] }
-- output { empty([0]i64) }
entry from_u16 [n] (xs: [n]u16) (ys: [n]f16) : []i64 = e.wrong (map f16.u16 xs) ys

-- ==
-- entry: from_u32
-- input { [0u32, 1u32, 4294967295u32, 100u32, 2049u32, 2051u32, 16777217u32, 16777219u32,
--          65504u32, 65519u32, 65520u32]
--         [0.0f16, 1.0f16, f16.inf, 1.0e2f16, 2048.0f16, 2052.0f16, f16.inf, f16.inf, 6.55e4f16,
--          6.55e4f16, f16.inf] }
-- output { empty([0]i64) }
entry from_u32 [n] (xs: [n]u32) (ys: [n]f16) : []i64 = e.wrong (map f16.u32 xs) ys

-- ==
-- entry: from_u64
-- input { [0u64, 1u64, 18446744073709551615u64, 100u64, 2049u64, 2051u64, 16777217u64,
--          16777219u64, 9007199254740993u64, 9007199254740995u64, 65504u64, 65519u64, 65520u64,
--          4611686293305294849u64, 4611686293305294847u64, 4611686293305294848u64,
--          9223372036854776833u64]
--         [0.0f16, 1.0f16, f16.inf, 1.0e2f16, 2048.0f16, 2052.0f16, f16.inf, f16.inf, f16.inf,
--          f16.inf, 6.55e4f16, 6.55e4f16, f16.inf, f16.inf, f16.inf, f16.inf, f16.inf] }
-- output { empty([0]i64) }
entry from_u64 [n] (xs: [n]u64) (ys: [n]f16) : []i64 = e.wrong (map f16.u64 xs) ys

-- ==
-- entry: from_f16
-- input { [0.0f16, -0.0f16, 1.0f16, -1.5f16, f16.inf, -f16.inf, f16.nan, 6.0e-8f16, -6.0e-8f16,
--          6.55e4f16, -6.55e4f16, 1.001f16]
--         [0.0f16, -0.0f16, 1.0f16, -1.5f16, f16.inf, -f16.inf, f16.nan, 6.0e-8f16, -6.0e-8f16,
--          6.55e4f16, -6.55e4f16, 1.001f16] }
-- output { empty([0]i64) }
entry from_f16 [n] (xs: [n]f16) (ys: [n]f16) : []i64 = e.wrong (map f16.f16 xs) ys

-- Near the middle of two numbers, beyond the ends, and below the least.
-- ==
-- entry: from_f32
-- input { [0.0f32, -0.0f32, 1.0f32, -1.5f32, f32.inf, -f32.inf, f32.nan, 1.0e-45f32, -1.0e-45f32,
--          3.4028235e38f32, -3.4028235e38f32, 1.0000001f32, 1.0004883f32, 1.0014648f32,
--          1.0004884f32, 1.0004882f32, 6.552e4f32, 65519.996f32, 2.9802322e-8f32, 4.4703484e-8f32,
--          -1.4901161e-8f32, 6.1005354e-5f32]
--         [0.0f16, -0.0f16, 1.0f16, -1.5f16, f16.inf, -f16.inf, f16.nan, 0.0f16, -0.0f16, f16.inf,
--          -f16.inf, 1.0f16, 1.0f16, 1.002f16, 1.001f16, 1.0f16, f16.inf, 6.55e4f16, 0.0f16,
--          6.0e-8f16, -0.0f16, 6.104e-5f16] }
-- output { empty([0]i64) }
entry from_f32 [n] (xs: [n]f32) (ys: [n]f16) : []i64 = e.wrong (map f16.f32 xs) ys

-- Near the middle of two numbers, beyond the ends, and below the least.
-- ==
-- entry: from_f64
-- input { [0.0, -0.0, 1.0, -1.5, f64.inf, -f64.inf, f64.nan, 5.0e-324, -5.0e-324,
--          1.7976931348623157e308, -1.7976931348623157e308, 1.0000000000000002, 1.00048828125,
--          1.00146484375, 1.0004882812500002, 1.0004882812499998, 6.552e4, 65519.99999999999,
--          2.9802322387695312e-8, 4.470348358154297e-8, -1.4901161193847656e-8,
--          6.1005353927612305e-5]
--         [0.0f16, -0.0f16, 1.0f16, -1.5f16, f16.inf, -f16.inf, f16.nan, 0.0f16, -0.0f16, f16.inf,
--          -f16.inf, 1.0f16, 1.0f16, 1.002f16, 1.001f16, 1.0f16, f16.inf, 6.55e4f16, 0.0f16,
--          6.0e-8f16, -0.0f16, 6.104e-5f16] }
-- output { empty([0]i64) }
entry from_f64 [n] (xs: [n]f64) (ys: [n]f16) : []i64 = e.wrong (map f16.f64 xs) ys

-- ==
-- entry: from_bool
-- input { [false, true] [0.0f16, 1.0f16] }
-- output { empty([0]i64) }
entry from_bool [n] (xs: [n]bool) (ys: [n]f16) : []i64 = e.wrong (map f16.bool xs) ys

-- Towards zero.
-- ==
-- entry: to_i64
-- input { [0.0f16, -0.999f16, 2.75f16, -2.75f16, f16.nan, f16.inf, -f16.inf, 6.0e4f16] }
-- output { [0i64, 0i64, 2i64, -2i64, 0i64, 0i64, 0i64, 60000i64] }
entry to_i64 [n] (xs: [n]f16) : [n]i64 = map f16.to_i64 xs

-- ==
-- entry: to_f64
-- input { [6.0e-8f16, 6.55e4f16, -0.0f16, f16.nan, -f16.inf]
--         [5.9604644775390625e-8, 65504.0, -0.0, f64.nan, -f64.inf] }
-- output { empty([0]i64) }
entry to_f64 [n] (xs: [n]f16) (ys: [n]f64) : []i64 = wide.wrong (map f16.to_f64 xs) ys

-- ==
-- entry: fractions
-- input { [1i64, 1i64, -2i64, 0i64, 1i64, -1i64, 0i64, 9007199254740993i64]
--         [4i64, 3i64, 3i64, 5i64, 0i64, 0i64, 0i64, 1i64]
--         [0.25f16, 0.3333f16, -0.6665f16, 0.0f16, f16.inf, -f16.inf, f16.nan, f16.inf] }
-- output { empty([0]i64) }
entry fractions [n] (xs: [n]i64) (ys: [n]i64) (zs: [n]f16) : []i64 =
  e.wrong (map2 f16.from_fraction xs ys) zs
