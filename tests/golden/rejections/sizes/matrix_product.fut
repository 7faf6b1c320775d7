-- ==
-- error: :5:41-.*Cannot apply
def mul [n] [m] [p] (a: [n][m]i32) (b: [m][p]i32) : [n][p]i32 =
  map (\r -> map (\c -> i32.sum (map2 (*) r c)) (transpose b)) a
def main [n] [m] (a: [n][m]i32) = mul a a
