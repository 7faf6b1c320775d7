-- ==
-- input { [1, 2, 3] } output { 6 }
-- input { empty([0]i32) } output { -1 }
def main [n] (xs: [n]i32) =
  let v : #some ([n]i32) | #none = if n > 0 then #some xs else #none
  in match v
     case #some ys -> reduce (+) 0 ys
     case #none -> -1
