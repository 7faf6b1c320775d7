-- Functions for parameters of one type may choose the sizes of what they give, each its own.
-- ==
-- entry: lambdas
-- input { 1i64 } output { [0i64, 1i64, 2i64] [0i64, 1i64, 2i64, 3i64] }

-- ==
-- entry: parameters
-- input { 3i64 } output { [0i64, 2i64, 4i64] [0i64, 2i64, 4i64] [0i64, 1i64, 2i64] }

def both '~a (f: i64 -> a) (g: i64 -> a) : (a, a) = (f 3, g 3)

entry lambdas (n: i64) = both (\k -> iota k) (\k -> iota (k + n))

def of_three (make: (k: i64) -> [k]i64) = (both make make, both iota make)

entry parameters (n: i64) =
  let ((a, b), (c, _)) = of_three (\k -> map (* 2) (take k (iota (n * 2))))
  in (a, b, c)
