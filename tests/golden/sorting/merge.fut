-- Merge sort without recursion: runs of 1, 2, 4, ...
-- ==
-- input { [5, 2, 9, 1, 7] } output { [1, 2, 5, 7, 9] }
-- input { [1] } output { [1] }
def merge (xs: []i32) (ys: []i32) : []i32 =
  let (n, m) = (length xs, length ys)
  let (zs, _, _) =
    loop (zs, i, j) = (replicate (n + m) 0, 0, 0) for k < n + m do
      if j >= m || (i < n && xs[i] <= ys[j])
      then (zs with [k] = xs[i], i + 1, j)
      else (zs with [k] = ys[j], i, j + 1)
  in zs
def main [n] (xs: [n]i32) : [n]i32 =
  (loop (zs: [n]i32, w) = (xs, 1) while w < n do
     let parts =
       loop (acc: []i32) = [] for k < (n + 2 * w - 1) / (2 * w) do
         let lo = 2 * w * k
         let mid = i64.min n (lo + w)
         let hi = i64.min n (lo + 2 * w)
         in acc ++ merge zs[lo:mid] zs[mid:hi]
     in (parts :> [n]i32, 2 * w)).0
