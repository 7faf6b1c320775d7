-- ==
-- input { [[1, 2], [3, 4]] } output { [[1, 3], [2, 4]] [[2, 1], [4, 3]] }
def main (xs: [][]i32) = (manifest (transpose xs), copy xs[:, ::-1])
