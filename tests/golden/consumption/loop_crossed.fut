-- Consumed parameters of a loop stay apart.
-- ==
-- error: aliases other consumed loop parameter

def main (n: i64) =
  loop (xs, ys) = (iota n, iota n) for i < n do
    let xs[i] = 0
    let ys[i] = 1
    in (xs, xs)
