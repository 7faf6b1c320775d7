-- Arrays change places and are written in turn.
-- ==
-- input { 3i64 } output { [0i64, 11i64, 0i64] [10i64, 0i64, 12i64] }
def main (n: i64) =
  loop (a, b) = (replicate n 0, replicate n 0) for i < n do
    (b, a with [i] = i + 10)
