-- The result has the size of the input, in the types too.
-- ==
-- input { [1, 2, 3] } output { [5, 7, 9] }
def main [n] (xs: [n]i32) : [n]i32 = map2 (\x y -> x + i32.i64 y) (map (+ 4) xs) (iota n)
