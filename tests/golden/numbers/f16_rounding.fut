-- Sums of f16 are rounded to 11 bits, ties to even. Bits tell more than the tolerance of a test.
-- ==
-- input { [1.0f16, 1.0f16, 1.0009765625f16, 2048.0f16, 2050.0f16, 0.0999755859375f16, 1.0f16]
--         [0.00048828125f16, 0.0009765625f16, 0.00048828125f16, 1.0f16, 1.0f16,
--          0.199951171875f16, 0.000732421875f16] }
-- output { [15360u16, 15361u16, 15362u16, 26624u16, 26626u16, 13516u16, 15361u16] }
def main [n] (xs: [n]f16) (ys: [n]f16) = map2 (\x y -> f16.to_bits (x + y)) xs ys
