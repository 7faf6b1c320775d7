-- ==
-- input { [1, 2, 3] } output { [2, 2, 3] [1, 2, 3] }
def main [n] (xs: [n]i32) =
  let zs = loop ys = copy xs for i < 1i32 do ys with [i] = ys[i] + 1
  in (zs, xs)
