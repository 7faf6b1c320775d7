-- ==
-- input { } output { [1, 3] [2, 9] }
def main =
  let ps = [{x = 1, y = 2}, {x = 3, y = 4}]
  let ps = ps with [1].y = 9
  in (map (.x) ps, map (.y) ps)
