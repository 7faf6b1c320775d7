-- ==
-- input { [1, 2] } output { [1, 2] [2, 4] [3, 6] }
def main (xs: []i32) =
  let zs = map (\x -> (x, (2 * x, {c = 3 * x}))) xs
  in (map (.0) zs, map (.1.0) zs, map (.1.1.c) zs)
