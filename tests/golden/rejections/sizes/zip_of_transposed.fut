-- ==
-- error: :3:68-.*Cannot apply
def main [n] [m] (a: [n][m]i32) (b: [n][m]i32) = map2 (map2 (+)) a (transpose b)
