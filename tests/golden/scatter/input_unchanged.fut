-- ==
-- input { [1, 2] } output { [1, 2] [9, 2] }
def main (xs: []i32) = (xs, scatter (copy xs) [0] [9])
