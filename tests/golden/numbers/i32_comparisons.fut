-- The order of i32: negative numbers come first.
-- ==
-- input { [0i32, 1i32, 2i32, -2147483648i32, 2147483647i32, 2147483647i32, 2147483647i32, -1i32,
--          -1i32]
--         [0i32, 2i32, 1i32, 2147483647i32, -2147483648i32, 2147483647i32, 1i32, 1i32, -2i32] }
-- output { [false, true, false, true, false, false, false, true, false]
--          [true, true, false, true, false, true, false, true, false]
--          [false, false, true, false, true, false, true, false, true]
--          [true, false, true, false, true, true, true, false, true]
--          [true, false, false, false, false, true, false, false, false]
--          [false, true, true, true, true, false, true, true, true] }
def main [n] (xs: [n]i32) (ys: [n]i32) =
  ( map2 (<) xs ys, map2 (<=) xs ys, map2 (>) xs ys, map2 (>=) xs ys
  , map2 (==) xs ys, map2 (!=) xs ys
  )
