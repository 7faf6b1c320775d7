-- ==
-- input { 3 } output { 9 6 }
def main (x: i32) =
  let (f, g) = (\y -> y * y, \y -> y + y)
  in (f x, g x)
