-- ==
-- input { [[1, 2], [3, 4]] [[5, 6], [7, 8]] } output { [[19, 22], [43, 50]] }
-- input { [[1, 2, 3]] [[1], [1], [1]] } output { [[6]] }
-- input { empty([0][2]i32) [[1, 2, 3], [4, 5, 6]] } output { empty([0][3]i32) }
-- input { [[1, 2]] [[1]] } error: .
def main [n] [m] [p] (a: [n][m]i32) (b: [m][p]i32) : [n][p]i32 =
  map (\r -> map (\c -> reduce (+) 0 (map2 (*) r c)) (transpose b)) a
