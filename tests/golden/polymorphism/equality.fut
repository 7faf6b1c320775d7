-- Equality on a type parameter through a function argument.
-- ==
-- input { [1, 2, 1] } output { 2i64 1i64 }
def occurrences [n] 'a (eq: a -> a -> bool) (x: a) (xs: [n]a) =
  i64.sum (map (\y -> i64.bool (eq x y)) xs)
def main (xs: []i32) = (occurrences (==) 1 xs, occurrences (==) (2, true) (map (\x -> (x, true)) xs))
