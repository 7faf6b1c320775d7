-- Functions for parameters of one type may choose the sizes of what they give, each its own.
-- ==
-- entry: parameters
-- input { 3i64 } output { [0i64, 2i64, 4i64] [0i64, 2i64, 4i64] [0i64, 1i64, 2i64] }

-- ==
-- entry: named_first
-- input { 3i64 } output { [7i64, 8i64] [0i64, 1i64, 2i64] }

def both '~a (f: i64 -> a) (g: i64 -> a) : (a, a) = (f 3, g 3)

def of_three (make: (k: i64) -> [k]i64) = (both make make, both iota make)

entry parameters (n: i64) =
  let ((a, b), (c, _)) = of_three (\k -> map (* 2) (take k (iota (n * 2))))
  in (a, b, c)

-- What follows a function that chooses a size may give any size.
entry named_first (n: i64) =
  ((both iota (\_ -> [7, 8])).1, (both iota (\_ -> iota n)).1)
