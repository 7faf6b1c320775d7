-- Overflow gives infinity, underflow zero; in between there are subnormal numbers.

-- ==
-- entry: overflow
-- input { 65504.0f16 }
-- output { f16.inf -f16.inf f16.inf true }
entry overflow (x: f16) = (x * 2, -x * 2, x + x, x / 2 * 2 == x)

-- ==
-- entry: underflow
-- input { 5.960464477539063e-08f16 6.103515625e-05f16 }
-- output { true false true true }
entry underflow (tiny: f16) (normal: f16) =
  (tiny / 2 == 0, tiny == 0, normal / 2 > 0, tiny + tiny == tiny * 2)

-- The smallest numbers, by their bits.
-- ==
-- entry: smallest
-- input { 5.960464477539063e-08f16 6.103515625e-05f16 65504.0f16 }
-- output { 1u16 1024u16 31743u16 }
entry smallest (x: f16) (y: f16) (z: f16) = (f16.to_bits x, f16.to_bits y, f16.to_bits z)
