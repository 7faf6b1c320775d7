-- ==
-- input { [[1, 2, 3], [4, 5, 6]] } output { [6, 15] [6, 120] }
-- input { empty([2][0]i32) } output { [0, 0] [1, 1] }
def main (xs: [][]i32) = (map (reduce (+) 0) xs, map i32.product xs)
