-- The inner bound depends on the outer counter.
-- ==
-- input { 4i64 } output { [[0i64, 0i64, 0i64, 0i64], [1i64, 0i64, 0i64, 0i64], [2i64, 2i64, 0i64, 0i64], [3i64, 3i64, 3i64, 0i64]] }
def main (n: i64) =
  loop a = replicate n (replicate n 0) for i < n do
    loop a for j < i do a with [i, j] = i
