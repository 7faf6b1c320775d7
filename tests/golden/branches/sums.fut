-- ==
-- input { 5 } output { 5 }
-- input { -5 } output { 0 }
def main (x: i32) =
  let m : #pos i32 | #neg = if x > 0 then #pos x else #neg
  in match m case #pos y -> y case #neg -> 0
