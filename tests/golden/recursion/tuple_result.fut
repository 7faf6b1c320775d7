-- ==
-- input { 240 46 } output { 2 -9 47 }
def extended (a: i32) (b: i32) : (i32, i32, i32) =
  if b == 0 then (a, 1, 0)
  else let (g, x, y) = extended b (a % b) in (g, y, x - a / b * y)
def main (a: i32) (b: i32) = extended a b
