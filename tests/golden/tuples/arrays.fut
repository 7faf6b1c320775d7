-- ==
-- input { [1, 2] } output { [1, 2] [2, 3] }
def main (xs: []i32) =
  let t = (xs, map (+ 1) xs)
  in (t.0, t.1)
