-- Distances in a graph of edges, level by level.
-- ==
-- input { 6i64 [0i64, 0i64, 1i64, 2i64, 3i64] [1i64, 2i64, 3i64, 3i64, 4i64] } output { [0, 1, 1, 2, 3, -1] }
def main [e] (n: i64) (from: [e]i64) (to: [e]i64) =
  let (dist, _, _) =
    loop (dist, level, changed) = (replicate n (-1) with [0] = 0, 0, true) while changed do
      let is = map2 (\f t -> if dist[f] == level && dist[t] == -1 then t else -1) from to
      in (scatter dist is (replicate e (level + 1)), level + 1, any (>= 0) is)
  in dist
