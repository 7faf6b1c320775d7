-- ==
-- input { "AGCAT" "GAC" } output { 2 }
-- input { "ABCBDAB" "BDCABA" } output { 4 }
def main [n] [m] (a: [n]u8) (b: [m]u8) =
  let t =
    loop t = replicate (n + 1) (replicate (m + 1) 0) for i < n do
      loop t for j < m do
        t with [i + 1, j + 1] = if a[i] == b[j] then t[i, j] + 1 else i32.max t[i, j + 1] t[i + 1, j]
  in t[n, m]
