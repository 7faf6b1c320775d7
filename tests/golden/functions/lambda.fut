-- ==
-- input { 3 } output { 4 12 7 }
def main (x: i32) =
  let f = \y -> y + 1
  in (f x, (\a b -> a * b) x 4, (\(a, {b}) -> a + b) (x, {b = 4}))
