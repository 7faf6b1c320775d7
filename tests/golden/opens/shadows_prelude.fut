-- ==
-- input { [1, 2] } output { 100i64 2i64 }
module m = { def length [n] (_: [n]i32) : i64 = 100 }
def real [n] (xs: [n]i32) = length xs
open m
def main (xs: []i32) = (length xs, real xs)
