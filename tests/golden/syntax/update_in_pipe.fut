-- with binds looser than pipes: the value is all of what follows.
-- ==
-- input { [1, 2] } output { [6, 2] 8 }
def main (xs: [2]i32) =
  (copy xs with [0] = 3 |> (* 2), (copy xs with [0] = 6) |> i32.sum)
