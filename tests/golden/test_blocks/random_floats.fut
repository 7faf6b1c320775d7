-- Floats by chance are between 0 and 1.
-- ==
-- random input { [1000]f64 f32 } output { true }
def main (xs: []f64) (y: f32) = all (\x -> x >= 0 && x <= 1) xs && y >= 0 && y <= 1
