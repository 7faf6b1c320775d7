-- The unknown size of one call, bound and used.
-- ==
-- input { [5, -2, 7] } output { [5, 8] 2i64 }
def positives [n] (xs: [n]i32) : ?[k].[k]i32 = filter (> 0) xs
def main (xs: []i32) =
  let [k] (ys: [k]i32) = positives xs
  in (map2 (+) ys (map i32.i64 (iota k)), k)
