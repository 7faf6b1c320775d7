-- ==
-- input { [1, 2] [3, 4] } output { [3, 8] 3 }
def main [n] (xs: [n]i32) (ys: [n]i32) =
  let rs = map2 (\x y -> {x, y}) xs ys
  in (map (\r -> r.x * r.y) rs, rs[0].y)
