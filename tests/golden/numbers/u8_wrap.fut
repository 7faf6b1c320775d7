-- Sums, differences, products and negation of u8 keep the low 8 bits.
-- ==
-- input { [255u8, 0u8, 255u8, 0u8, 0u8, 0u8, 100u8, 254u8]
--         [1u8, 1u8, 255u8, 0u8, 255u8, 255u8, 50u8, 2u8] }
-- output { [0u8, 1u8, 254u8, 0u8, 255u8, 255u8, 150u8, 0u8]
--          [254u8, 255u8, 0u8, 0u8, 1u8, 1u8, 50u8, 252u8]
--          [255u8, 0u8, 1u8, 0u8, 0u8, 0u8, 136u8, 252u8]
--          [1u8, 0u8, 1u8, 0u8, 0u8, 0u8, 156u8, 2u8] }
def main [n] (xs: [n]u8) (ys: [n]u8) =
  (map2 (+) xs ys, map2 (-) xs ys, map2 (*) xs ys, map (\x -> -x) xs)
