-- The order of u32: no number is negative.
-- ==
-- input { [0u32, 1u32, 2u32, 0u32, 4294967295u32, 4294967295u32, 4294967295u32]
--         [0u32, 2u32, 1u32, 4294967295u32, 0u32, 4294967295u32, 1u32] }
-- output { [false, true, false, true, false, false, false]
--          [true, true, false, true, false, true, false]
--          [false, false, true, false, true, false, true]
--          [true, false, true, false, true, true, true]
--          [true, false, false, false, false, true, false]
--          [false, true, true, true, true, false, true] }
def main [n] (xs: [n]u32) (ys: [n]u32) =
  ( map2 (<) xs ys, map2 (<=) xs ys, map2 (>) xs ys, map2 (>=) xs ys
  , map2 (==) xs ys, map2 (!=) xs ys
  )
