-- A size coercion does not make a function one that leaves its argument alone.
-- ==
-- error: Using variable "xs", but this was consumed
def first (f: *[3]i64 -> i64) (xs: *[3]i64) =
  let g = f :> ([3]i64 -> i64)
  in (g xs, xs)
