-- What a lambda gives twice has one size, though the lambda's parameter has no type that says so.
-- ==
-- input { 6i64 } output { 6i64 [0i64, 2i64, 4i64, 6i64, 8i64, 10i64] }

def twice '~a (h: (k: i64) -> [k]i64 -> a) (n: i64) : a = h n (iota n)

def main (n: i64) =
  let (a, b) = twice (\_ x -> (x, x)) n
  let (c, d) = twice (\_ x -> let y = x in if x[0] > 0 then (x, x) else (x, y)) n
  in (length (zip a b), map2 (+) c d)
