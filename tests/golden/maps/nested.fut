-- ==
-- input { [[1, 2], [3, 4]] } output { [[2, 3], [4, 5]] }
-- input { empty([0][2]i32) } output { empty([0][2]i32) }
-- input { empty([2][0]i32) } output { empty([2][0]i32) }
def main (xs: [][]i32) = map (map (+ 1)) xs
