-- A consumed parameter of a loop may not get what is outside.
-- ==
-- error: "xs" aliases "ys"

def main (n: i64): []i64 =
  let ys = iota n
  in loop xs = iota n for i < n do
       let xs[i] = 0
       in if xs[0] > 1 then ys else xs
