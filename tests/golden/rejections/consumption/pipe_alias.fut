-- ==
-- error: :7:7-.*Using variable
def same (xs: [2]i32) = xs
def main (xs: *[2]i32) =
  let ys = xs |> same
  let ys[0] = 1
  in (xs, ys)
