-- A sort that takes the order as an argument.
-- ==
-- input { [3, 1, 2] } output { [1, 2, 3] [3, 2, 1] }
def sort_by [n] 't (leq: t -> t -> bool) (xs: [n]t) : [n]t =
  let place i =
    i64.sum (map (\j -> i64.bool (if leq xs[j] xs[i] then !(leq xs[i] xs[j]) || j < i else false)) (iota n))
  in scatter (copy xs) (map place (iota n)) xs
def main (xs: []i32) = (sort_by (<=) xs, sort_by (>=) xs)
