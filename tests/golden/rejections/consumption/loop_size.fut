-- The type of a loop's parameter mentions what was consumed.
-- ==
-- error: Using variable "a"
def main (a: *[1]i64) (xs: []i64) =
  let ys = xs :> [a[0]]i64
  let b = a with [0] = 2
  in (b, loop z = ys for _i < 3 do map (+ 1) z)
