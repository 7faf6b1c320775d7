-- A size that a let binds is one size.
-- ==
-- error: do not match

def main (n: i64) (m: i64) =
  let [k] (xss: [k][k]i64) = replicate n (iota m)
  in k
