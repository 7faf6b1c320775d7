-- What a local function gives without `*` may be what it holds: once that is consumed, it is too.
-- ==
-- error: Using variable "x".*consumed
def main (a: *[3]i64) =
  let f (x: [3]i64) : [3]i64 = map (+ 1) x
  let r = (f a) with [0] = 1
  in (f r) with [1] = 2
