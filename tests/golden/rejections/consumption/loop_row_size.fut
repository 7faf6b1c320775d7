-- The type of what a loop goes over mentions what was consumed.
-- ==
-- error: Using variable "a"
def main (a: *[1]i64) (xss: [][]i64) =
  let ys = xss :> [][a[0]]i64
  let b = a with [0] = 2
  in (b, loop z = 0 for y in ys do z + y[0])
