-- Rows of one element each.
-- ==
-- input { [[1]] } output { [[2]] [[1]] [1] }
-- input { [[1], [2]] } output { [[2], [3]] [[1], [2]] [1, 2] }
-- input { [[1], [2], [3], [4], [5]] } output { [[2], [3], [4], [5], [6]] [[1], [2], [3], [4], [5]] [1, 2, 3, 4, 5] }
def main (xs: [][]i32) = (map (map (+ 1)) xs, map (scan (+) 0) xs, map i32.sum xs)
