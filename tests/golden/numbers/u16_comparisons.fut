-- The order of u16: no number is negative.
-- ==
-- input { [0u16, 1u16, 2u16, 0u16, 65535u16, 65535u16, 65535u16]
--         [0u16, 2u16, 1u16, 65535u16, 0u16, 65535u16, 1u16] }
-- output { [false, true, false, true, false, false, false]
--          [true, true, false, true, false, true, false]
--          [false, false, true, false, true, false, true]
--          [true, false, true, false, true, true, true]
--          [true, false, false, false, false, true, false]
--          [false, true, true, true, true, false, true] }
def main [n] (xs: [n]u16) (ys: [n]u16) =
  ( map2 (<) xs ys, map2 (<=) xs ys, map2 (>) xs ys, map2 (>=) xs ys
  , map2 (==) xs ys, map2 (!=) xs ys
  )
