-- The least label of every component.
-- ==
-- input { 6i64 [0i64, 2i64, 4i64] [1i64, 3i64, 3i64] } output { [0i64, 0i64, 2i64, 2i64, 2i64, 5i64] }
def main [e] (n: i64) (from: [e]i64) (to: [e]i64) =
  (loop (label, go) = (iota n, true) while go do
     let least = map2 (\f t -> i64.min label[f] label[t]) from to
     let new = reduce_by_index (copy label) i64.min i64.highest (from ++ to) (least ++ least)
     in (new, new != label)).0
