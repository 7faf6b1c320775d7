-- A decimal is rounded once to f32. Through f64 (1 + 2^-24 + 2^-54 rounds to the tie 1 + 2^-24) the
-- last bit would be lost.
-- ==
-- input { }
-- output { 1065353217u32 }
def main = f32.to_bits 1.00000005960464483090178125f32
