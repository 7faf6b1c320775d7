-- ==
-- input { [1, 2] } output { [9, 2] }
type t = #some [2]i32 | #none
def main (xs: *[2]i32) =
  let v : t = #some xs
  in match v
     case #some ys -> copy ys with [0] = 9
     case #none -> [0, 0]
