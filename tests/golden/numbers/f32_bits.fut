-- Bits of f32 and back: sign, exponent, fraction.

-- ==
-- entry: to_bits
-- input { [0.0f32, -0.0f32, 1.0f32, -2.0f32, f32.inf, -f32.inf, 1.5f32] }
-- output { [0u32, 2147483648u32, 1065353216u32, 3221225472u32, 2139095040u32, 4286578688u32,
--          1069547520u32] }
entry to_bits (xs: []f32) = map f32.to_bits xs

-- ==
-- entry: from_bits
-- input { [0u32, 1065353216u32, 3221225472u32, 2139095040u32, 4286578688u32, 1069547520u32,
--          2147483647u32] }
-- output { [0.0f32, 1.0f32, -2.0f32, f32.inf, -f32.inf, 1.5f32, f32.nan] }
entry from_bits (xs: []u32) = map f32.from_bits xs

-- The sign is bit 31.
-- ==
-- entry: sign_bit
-- input { 1.5f32 } output { 0i32 -1.5f32 32i32 }
-- input { -1.5f32 } output { 1i32 -1.5f32 32i32 }
entry sign_bit (x: f32) = (f32.get_bit 31 x, f32.set_bit 31 x 1, f32.num_bits)

-- The numbers next to 1 and to 0.
-- ==
-- entry: neighbours
-- input { 1.0f32 2.0f32 } output { 1065353217u32 }
-- input { 1.0f32 0.0f32 } output { 1065353215u32 }
-- input { 0.0f32 1.0f32 } output { 1u32 }
-- input { 0.0f32 -1.0f32 } output { 2147483649u32 }
-- input { 1.0f32 1.0f32 } output { 1065353216u32 }
entry neighbours (x: f32) (y: f32) = f32.to_bits (f32.nextafter x y)
