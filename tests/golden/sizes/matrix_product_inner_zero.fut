-- Products of matrices whose inner dimension is 0 are zero.
-- ==
-- input { empty([2][0]i32) empty([0][1]i32) } output { [[0], [0]] }
-- input { empty([1][0]i32) empty([0][1]i32) } output { [[0]] }
-- input { empty([1][0]i32) empty([0][3]i32) } output { [[0, 0, 0]] }
-- input { empty([0][0]i32) empty([0][0]i32) } output { empty([0][0]i32) }
def main [n] [m] [p] (a: [n][m]i32) (b: [m][p]i32) : [n][p]i32 =
  map (\r -> map (\c -> reduce (+) 0 (map2 (*) r c)) (transpose b)) a
