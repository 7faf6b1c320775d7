-- ==
-- error: :5:7-.*Using variable
def main (k: i32) (xs: *[2]i32) =
  let ys = match k case 0 -> xs with [0] = 1 case _ -> [1, 2]
  in (xs, ys)
