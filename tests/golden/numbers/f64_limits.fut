-- Overflow gives infinity, underflow zero; in between there are subnormal numbers.

-- ==
-- entry: overflow
-- input { 1.7976931348623157e+308f64 }
-- output { f64.inf -f64.inf f64.inf true }
entry overflow (x: f64) = (x * 2, -x * 2, x + x, x / 2 * 2 == x)

-- ==
-- entry: underflow
-- input { 5e-324f64 2.2250738585072014e-308f64 }
-- output { true false true true }
entry underflow (tiny: f64) (normal: f64) =
  (tiny / 2 == 0, tiny == 0, normal / 2 > 0, tiny + tiny == tiny * 2)

-- The smallest numbers, by their bits.
-- ==
-- entry: smallest
-- input { 5e-324f64 2.2250738585072014e-308f64 1.7976931348623157e+308f64 }
-- output { 1u64 4503599627370496u64 9218868437227405311u64 }
entry smallest (x: f64) (y: f64) (z: f64) = (f64.to_bits x, f64.to_bits y, f64.to_bits z)
