-- A function without parameters of its own.
-- ==
-- input { [1, 2] } output { [2, 3] }
def inc [n] : [n]i32 -> [n]i32 = map (+ 1)
def main (xs: []i32) = inc xs
