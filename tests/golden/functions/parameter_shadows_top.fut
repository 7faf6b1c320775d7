-- ==
-- input { 5 } output { 5 7 }
def x : i32 = 7
def main (y: i32) =
  let f (x: i32) = x
  in (f y, x)
