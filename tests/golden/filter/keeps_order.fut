-- ==
-- input { [5, -1, 3, 0, -2, 4] } output { [5, 3, 4] [-1, 0, -2] }
-- input { empty([0]i32) } output { empty([0]i32) empty([0]i32) }
-- input { [-1] } output { empty([0]i32) [-1] }
def main (xs: []i32) = (filter (> 0) xs, filter (<= 0) xs)
