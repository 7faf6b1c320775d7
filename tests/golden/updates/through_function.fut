-- A function that consumes its argument and gives it back changed.
-- ==
-- input { [3, 4, 5] } output { [4, 5, 5] }
def bump [n] (xs: *[n]i32) (i: i64) : *[n]i32 = xs with [i] = xs[i] + 1
def main (xs: *[]i32) = bump (bump xs 0) 1
