-- ==
-- input { [1, 2] } output { [1, 2] [9, 2] [1, 9] }
def main (xs: []i32) = (xs, copy xs with [0] = 9, copy xs with [1] = 9)
