-- ==
-- input { [[1, 2, 3], [4, 5, 6]] } output { [[1, 3, 6], [4, 9, 15]] }
-- input { empty([0][4]i32) } output { empty([0][4]i32) }
def main (xs: [][]i32) = map (scan (+) 0) xs
