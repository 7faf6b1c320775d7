-- The order of i8: negative numbers come first.
-- ==
-- input { [0i8, 1i8, 2i8, -128i8, 127i8, 127i8, 127i8, -1i8, -1i8]
--         [0i8, 2i8, 1i8, 127i8, -128i8, 127i8, 1i8, 1i8, -2i8] }
-- output { [false, true, false, true, false, false, false, true, false]
--          [true, true, false, true, false, true, false, true, false]
--          [false, false, true, false, true, false, true, false, true]
--          [true, false, true, false, true, true, true, false, true]
--          [true, false, false, false, false, true, false, false, false]
--          [false, true, true, true, true, false, true, true, true] }
def main [n] (xs: [n]i8) (ys: [n]i8) =
  ( map2 (<) xs ys, map2 (<=) xs ys, map2 (>) xs ys, map2 (>=) xs ys
  , map2 (==) xs ys, map2 (!=) xs ys
  )
