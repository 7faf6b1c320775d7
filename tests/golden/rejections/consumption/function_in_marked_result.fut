-- A function in a marked result may hold the argument.
-- ==
-- error: Using variable "x"
def f (m: [3]i64 -> *([3]i64, i64 -> i64)) (x: *[3]i64) =
  let (_, g) = m x
  let y = x with [0] = 1
  in (y, g 0)
