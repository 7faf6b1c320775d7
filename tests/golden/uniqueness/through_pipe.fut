-- ==
-- input { [1, 2] } output { [9, 2] }
def set [n] (xs: *[n]i32) : *[n]i32 = xs with [0] = 9
def main (xs: *[2]i32) = set (copy xs)
