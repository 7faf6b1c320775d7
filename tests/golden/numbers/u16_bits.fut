-- And, or, exclusive or, complement of u16, bit by bit.
-- ==
-- input { [12u16, 65535u16, 0u16, 65535u16, 0u16, 85u16]
--         [10u16, 1u16, 65535u16, 65535u16, 65535u16, 51u16] }
-- output { [8u16, 1u16, 0u16, 65535u16, 0u16, 17u16]
--          [14u16, 65535u16, 65535u16, 65535u16, 65535u16, 119u16]
--          [6u16, 65534u16, 65535u16, 0u16, 65535u16, 102u16]
--          [65523u16, 0u16, 65535u16, 0u16, 65535u16, 65450u16] }
def main [n] (xs: [n]u16) (ys: [n]u16) =
  (map2 (&) xs ys, map2 (|) xs ys, map2 (^) xs ys, map (\x -> !x) xs)
