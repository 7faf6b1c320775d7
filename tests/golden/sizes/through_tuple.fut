-- Sizes survive tuples and records.
-- ==
-- input { [1, 2] } output { [2, 4] }
def main [n] (xs: [n]i32) : [n]i32 =
  let (ys, r) = (xs, {zs = xs})
  in map2 (+) ys r.zs
