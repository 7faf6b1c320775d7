-- The nearest number to the digits, not to a narrower type's: bits show it.
-- ==
-- input { }
-- output { 4591870180066957722u64 1036831949u32 11878u16 }
def main = (f64.to_bits 0.1, f32.to_bits 0.1, f16.to_bits 0.1)
