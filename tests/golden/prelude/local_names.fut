-- ==
-- input { [1, 2, 3] } output { 3 6 [1, 3, 6] }
def main (xs: []i32) =
  let length = 3
  let sum = i32.sum
  let (+) = 1 in (length, sum xs, scan (i32.+) 0 xs)
