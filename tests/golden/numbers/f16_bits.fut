-- Bits of f16 and back: sign, exponent, fraction.

-- ==
-- entry: to_bits
-- input { [0.0f16, -0.0f16, 1.0f16, -2.0f16, f16.inf, -f16.inf, 1.5f16] }
-- output { [0u16, 32768u16, 15360u16, 49152u16, 31744u16, 64512u16, 15872u16] }
entry to_bits (xs: []f16) = map f16.to_bits xs

-- ==
-- entry: from_bits
-- input { [0u16, 15360u16, 49152u16, 31744u16, 64512u16, 15872u16, 32767u16] }
-- output { [0.0f16, 1.0f16, -2.0f16, f16.inf, -f16.inf, 1.5f16, f16.nan] }
entry from_bits (xs: []u16) = map f16.from_bits xs

-- The sign is bit 15.
-- ==
-- entry: sign_bit
-- input { 1.5f16 } output { 0i32 -1.5f16 16i32 }
-- input { -1.5f16 } output { 1i32 -1.5f16 16i32 }
entry sign_bit (x: f16) = (f16.get_bit 15 x, f16.set_bit 15 x 1, f16.num_bits)

-- The numbers next to 1 and to 0.
-- ==
-- entry: neighbours
-- input { 1.0f16 2.0f16 } output { 15361u16 }
-- input { 1.0f16 0.0f16 } output { 15359u16 }
-- input { 0.0f16 1.0f16 } output { 1u16 }
-- input { 0.0f16 -1.0f16 } output { 32769u16 }
-- input { 1.0f16 1.0f16 } output { 15360u16 }
entry neighbours (x: f16) (y: f16) = f16.to_bits (f16.nextafter x y)
