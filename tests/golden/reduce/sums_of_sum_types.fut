-- ==
-- input { [1, -2, 3] } output { 4 }
-- input { [-1] } output { -1 }
type maybe = #some i32 | #none
def join (a: maybe) (b: maybe) : maybe =
  match (a, b)
  case (#some x, #some y) -> #some (x + y)
  case (#some x, #none) -> #some x
  case (#none, y) -> y
def main (xs: []i32) =
  match reduce join #none (map (\x -> if x > 0 then #some x else #none) xs)
  case #some x -> x
  case #none -> -1
