-- ==
-- input { [5, -2, 7] } output { [5, 8] }
def positives [n] (xs: [n]i32) : ?[k].{vals: [k]i32, is: [k]i64} =
  let ys = filter (> 0) xs
  in {vals = ys, is = indices ys}
def main (xs: []i32) =
  let r = positives xs
  in map2 (\v i -> v + i32.i64 i) r.vals r.is
