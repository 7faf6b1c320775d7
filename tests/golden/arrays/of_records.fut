-- ==
-- input { } output { 4i64 [3, 7] }
def main =
  let ps = [{x = 1, y = 2}, {x = 3, y = 4}]
  in (2 * length ps, map (\p -> p.x + p.y) ps)
