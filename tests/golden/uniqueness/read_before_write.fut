-- What was read before a write keeps its value.
-- ==
-- input { [1, 2, 3] } output { 1 6 [100, 2, 3] }
def main (xs: *[]i32) =
  let first = xs[0]
  let sum = reduce (+) 0 xs
  let xs[0] = 100
  in (first, sum, xs)
