-- What an iteration does not do cannot fail, whatever the others do.
-- ==
-- input { [0i64, 2i64, 5i64, 1i64] } output { [100, 6, -1, 12] }
def main [n] (xs: [n]i64) =
  let ys = [0, 1, 2]
  in map (\x -> if x == 0 then 100 else if x >= 3 then -1 else 12 / ys[x]) xs
