-- ==
-- input { 2 } output { 14 }
type t = #point {x: i32, y: i32} | #origin
def main (k: i32) =
  match (#point {x = k, y = 5} : t)
  case #point {x, y} -> x * 2 + y * 2
  case #origin -> 0
