-- Overflow gives infinity, underflow zero; in between there are subnormal numbers.

-- ==
-- entry: overflow
-- input { 3.4028234663852886e+38f32 }
-- output { f32.inf -f32.inf f32.inf true }
entry overflow (x: f32) = (x * 2, -x * 2, x + x, x / 2 * 2 == x)

-- ==
-- entry: underflow
-- input { 1.401298464324817e-45f32 1.1754943508222875e-38f32 }
-- output { true false true true }
entry underflow (tiny: f32) (normal: f32) =
  (tiny / 2 == 0, tiny == 0, normal / 2 > 0, tiny + tiny == tiny * 2)

-- The smallest numbers, by their bits.
-- ==
-- entry: smallest
-- input { 1.401298464324817e-45f32 1.1754943508222875e-38f32 3.4028234663852886e+38f32 }
-- output { 1u32 8388608u32 2139095039u32 }
entry smallest (x: f32) (y: f32) (z: f32) = (f32.to_bits x, f32.to_bits y, f32.to_bits z)
