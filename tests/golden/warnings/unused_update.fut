-- What is updated last is used by nobody.
-- ==
-- input { [1, 2] } output { 2i64 }
-- warning: Unused name "ys"

def main (xs: []i32) =
  let ys = copy xs
  let ys[0] = 7
  in length xs
