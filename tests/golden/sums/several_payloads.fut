-- ==
-- input { 1 true } output { 1 true 2.5 }
type t = #all i32 bool f64 | #none
def main (x: i32) (b: bool) =
  match (#all x b 2.5 : t)
  case #all i c f -> (i, c, f)
  case #none -> (0, false, 0)
