-- ==
-- input { 0 } output { 7 }
-- input { 4 } output { 8 }
def main (x: i32) =
  let v : #a i32 bool | #b = #a x (x > 2)
  in match v
     case #a 0 _ -> 7
     case #a _ true -> 8
     case #a _ false -> 9
     case #b -> 10
