-- ==
-- input { [1, 2, 3] } output { 6 3i64 2 }
def main (xs: []i32) =
  let r = {xs, n = length xs}
  in (reduce (+) 0 r.xs, r.n, r.xs[1])
