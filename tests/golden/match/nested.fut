-- ==
-- input { 1 } output { 100 }
-- input { 2 } output { 12 }
-- input { 3 } output { 13 }
type t = #leaf i32 | #pair (i32, i32)
def main (x: i32) =
  let v : t = if x == 1 then #leaf 1 else #pair (x, 10)
  in match v
     case #leaf 1 -> 100
     case #leaf n -> n
     case #pair (2, m) -> m + 2
     case #pair (n, m) -> n + m
