-- ==
-- input { [1, 2, 3, 4] [8, 9] } output { [1, 8, 9, 4] }
def main (xs: *[4]i32) (ys: [2]i32) = xs with [1:3] = ys
