-- Products of 2 x 2 matrices: the n-th power of [[1, 1], [1, 0]] holds Fibonacci's numbers.
-- ==
-- input { 10i64 } output { 89i64 55i64 34i64 }
-- input { 0i64 } output { 1i64 0i64 1i64 }
-- input { 50i64 } output { 20365011074i64 12586269025i64 7778742049i64 }
type matrix = (i64, i64, i64, i64)
def mul ((a, b, c, d): matrix) ((p, q, r, s): matrix) : matrix =
  (a * p + b * r, a * q + b * s, c * p + d * r, c * q + d * s)
def main (n: i64) =
  let (a, b, _, d) = reduce mul (1, 0, 0, 1) (replicate n (1, 1, 1, 0))
  in (a, b, d)
