-- The order of i16: negative numbers come first.
-- ==
-- input { [0i16, 1i16, 2i16, -32768i16, 32767i16, 32767i16, 32767i16, -1i16, -1i16]
--         [0i16, 2i16, 1i16, 32767i16, -32768i16, 32767i16, 1i16, 1i16, -2i16] }
-- output { [false, true, false, true, false, false, false, true, false]
--          [true, true, false, true, false, true, false, true, false]
--          [false, false, true, false, true, false, true, false, true]
--          [true, false, true, false, true, true, true, false, true]
--          [true, false, false, false, false, true, false, false, false]
--          [false, true, true, true, true, false, true, true, true] }
def main [n] (xs: [n]i16) (ys: [n]i16) =
  ( map2 (<) xs ys, map2 (<=) xs ys, map2 (>) xs ys, map2 (>=) xs ys
  , map2 (==) xs ys, map2 (!=) xs ys
  )
