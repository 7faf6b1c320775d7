-- Flattening goes by rows as they appear, however they are stored.
-- ==
-- input { [[1, 2], [3, 4]] } output { [1, 3, 2, 4] [4, 3, 2, 1] [2, 4] }
def main (xs: [2][2]i32) =
  (flatten (transpose xs), flatten xs[::-1, ::-1], flatten xs[:, 1:])
