-- The order of u8: no number is negative.
-- ==
-- input { [0u8, 1u8, 2u8, 0u8, 255u8, 255u8, 255u8]
--         [0u8, 2u8, 1u8, 255u8, 0u8, 255u8, 1u8] }
-- output { [false, true, false, true, false, false, false]
--          [true, true, false, true, false, true, false]
--          [false, false, true, false, true, false, true]
--          [true, false, true, false, true, true, true]
--          [true, false, false, false, false, true, false]
--          [false, true, true, true, true, false, true] }
def main [n] (xs: [n]u8) (ys: [n]u8) =
  ( map2 (<) xs ys, map2 (<=) xs ys, map2 (>) xs ys, map2 (>=) xs ys
  , map2 (==) xs ys, map2 (!=) xs ys
  )
