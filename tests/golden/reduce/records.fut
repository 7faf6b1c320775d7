-- ==
-- input { [1, 2, 3] } output { 6 14 }
def main (xs: []i32) =
  let r = reduce (\a b -> {s = a.s + b.s, q = a.q + b.q}) {s = 0, q = 0} (map (\x -> {s = x, q = x * x}) xs)
  in (r.s, r.q)
