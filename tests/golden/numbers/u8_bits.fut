-- And, or, exclusive or, complement of u8, bit by bit.
-- ==
-- input { [12u8, 255u8, 0u8, 255u8, 0u8, 85u8]
--         [10u8, 1u8, 255u8, 255u8, 255u8, 51u8] }
-- output { [8u8, 1u8, 0u8, 255u8, 0u8, 17u8]
--          [14u8, 255u8, 255u8, 255u8, 255u8, 119u8]
--          [6u8, 254u8, 255u8, 0u8, 255u8, 102u8]
--          [243u8, 0u8, 255u8, 0u8, 255u8, 170u8] }
def main [n] (xs: [n]u8) (ys: [n]u8) =
  (map2 (&) xs ys, map2 (|) xs ys, map2 (^) xs ys, map (\x -> !x) xs)
