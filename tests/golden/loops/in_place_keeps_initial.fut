-- An initial value that is needed afterwards does not change.
-- ==
-- input { [1, 2] } output { [1, 2] [5, 6] }
def main (xs: [2]i32) =
  let ys = loop ys = copy xs for i < 2 do ys with [i] = ys[i] + 4
  in (xs, ys)
