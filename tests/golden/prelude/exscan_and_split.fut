-- ==
-- input { [1, 2, 3] } output { [0, 1, 3] [1] [2, 3] }
def main (xs: [3]i32) =
  let (a: [1]i32, b: [2]i32) = split (xs :> [1 + 2]i32)
  in (exscan (+) 0 xs, a, b)
