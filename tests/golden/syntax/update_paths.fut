-- ==
-- input { [[1, 2, 3], [4, 5, 6]] } output { [[1, 0, 0], [4, 5, 6]] [9, 9] true }
def main (xs: [2][3]i32) =
  let rs = map (\x -> {f = x, k = 9}) xs
  let rs = rs with [0].f[1:3] = [0, 0]
  in (map (.f) rs, map (.k) rs, true)
