-- Square roots are rounded correctly: the bits are those of the IEEE standard.
-- ==
-- input { 2.0 2.0f32 } output { 4609047870845172685u64 1068827891u32 }
def main (x: f64) (y: f32) = (f64.to_bits (f64.sqrt x), f32.to_bits (f32.sqrt y))
