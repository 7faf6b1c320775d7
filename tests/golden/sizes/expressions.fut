-- Sizes may be expressions; they are compared as they are written.
-- ==
-- input { 2i64 3i64 } output { [0i64, 1i64, 2i64, 3i64, 4i64] [0i64, 0i64, 0i64, 0i64, 0i64, 0i64] }
def join [n] [m] (xs: [n]i64) (ys: [m]i64) : [n + m]i64 = xs ++ ys
def grid (n: i64) (m: i64) : [n * m]i64 = flatten (replicate n (replicate m 0))
def main (n: i64) (m: i64) = (join (iota n) (map (+ n) (iota m)), grid n m)
