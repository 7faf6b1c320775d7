-- Bits of f64 and back: sign, exponent, fraction.

-- ==
-- entry: to_bits
-- input { [0.0f64, -0.0f64, 1.0f64, -2.0f64, f64.inf, -f64.inf, 1.5f64] }
-- output { [0u64, 9223372036854775808u64, 4607182418800017408u64, 13835058055282163712u64,
--          9218868437227405312u64, 18442240474082181120u64, 4609434218613702656u64] }
entry to_bits (xs: []f64) = map f64.to_bits xs

-- ==
-- entry: from_bits
-- input { [0u64, 4607182418800017408u64, 13835058055282163712u64, 9218868437227405312u64,
--          18442240474082181120u64, 4609434218613702656u64, 9223372036854775807u64] }
-- output { [0.0f64, 1.0f64, -2.0f64, f64.inf, -f64.inf, 1.5f64, f64.nan] }
entry from_bits (xs: []u64) = map f64.from_bits xs

-- The sign is bit 63.
-- ==
-- entry: sign_bit
-- input { 1.5f64 } output { 0i32 -1.5f64 64i32 }
-- input { -1.5f64 } output { 1i32 -1.5f64 64i32 }
entry sign_bit (x: f64) = (f64.get_bit 63 x, f64.set_bit 63 x 1, f64.num_bits)

-- The numbers next to 1 and to 0.
-- ==
-- entry: neighbours
-- input { 1.0f64 2.0f64 } output { 4607182418800017409u64 }
-- input { 1.0f64 0.0f64 } output { 4607182418800017407u64 }
-- input { 0.0f64 1.0f64 } output { 1u64 }
-- input { 0.0f64 -1.0f64 } output { 9223372036854775809u64 }
-- input { 1.0f64 1.0f64 } output { 4607182418800017408u64 }
entry neighbours (x: f64) (y: f64) = f64.to_bits (f64.nextafter x y)
