-- A loop that keeps every version of its array.
-- ==
-- input { 3i64 } output { [[0, 0, 0], [1, 0, 0], [1, 1, 0], [1, 1, 1]] }
def main (n: i64) =
  let h = replicate (n + 1) (replicate n 0)
  let (_, h) =
    loop (a, h) = (replicate n 0, h) for i < n do
      let a = a with [i] = 1
      in (copy a, h with [i + 1] = a)
  in h
