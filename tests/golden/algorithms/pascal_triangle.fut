-- ==
-- input { 5i64 } output { [[1, 0, 0, 0, 0], [1, 1, 0, 0, 0], [1, 2, 1, 0, 0], [1, 3, 3, 1, 0], [1, 4, 6, 4, 1]] }
def main (n: i64) =
  loop t = replicate n (replicate n 0) for i < n do
    loop t for j < i + 1 do
      t with [i, j] = if j == 0 || j == i then 1 else t[i - 1, j - 1] + t[i - 1, j]
