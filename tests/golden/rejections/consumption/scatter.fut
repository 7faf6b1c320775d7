-- ==
-- error: :5:7-.*Using variable
def main (xs: *[]i32) =
  let ys = scatter xs [0] [1]
  in (xs, ys)
