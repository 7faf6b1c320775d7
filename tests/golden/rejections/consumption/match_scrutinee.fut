-- ==
-- error: :7:12-.*Using variable
type t = #some [2]i32 | #none
def main (xs: *[2]i32) =
  let v : t = #some xs
  let ys = xs with [0] = 9
  in match v case #some zs -> zs case #none -> ys
