-- ==
-- input { 2i64 [1, 2, 3, 4, 5, 6] } output { [3, 7, 11] }
-- input { 4i64 [1, 2, 3, 4, 5, 6] } error: cannot match shape of type
def main [n] (c: i64) (xs: [n]i32) =
  let k = n / c
  in map i32.sum (unflatten (xs :> [k * c]i32) :> [k][c]i32)
