-- Sums, differences, products and negation of u16 keep the low 16 bits.
-- ==
-- input { [65535u16, 0u16, 65535u16, 0u16, 0u16, 0u16, 100u16, 65534u16]
--         [1u16, 1u16, 65535u16, 0u16, 65535u16, 65535u16, 50u16, 2u16] }
-- output { [0u16, 1u16, 65534u16, 0u16, 65535u16, 65535u16, 150u16, 0u16]
--          [65534u16, 65535u16, 0u16, 0u16, 1u16, 1u16, 50u16, 65532u16]
--          [65535u16, 0u16, 1u16, 0u16, 0u16, 0u16, 5000u16, 65532u16]
--          [1u16, 0u16, 1u16, 0u16, 0u16, 0u16, 65436u16, 2u16] }
def main [n] (xs: [n]u16) (ys: [n]u16) =
  (map2 (+) xs ys, map2 (-) xs ys, map2 (*) xs ys, map (\x -> -x) xs)
