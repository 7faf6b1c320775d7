-- A binary search tree in arrays: inserted one by one, then walked in order.
-- ==
-- input { [5, 2, 8, 1, 9, 3] } output { [1, 2, 3, 5, 8, 9] }
def main [n] (xs: [n]i32) =
  let (left, right) =
    loop (left, right) = (replicate n (-1i64), replicate n (-1i64)) for i in 1..<n do
      let (parent, go_left) =
        (loop (p, go_left, going) = (0i64, false, true) while going do
           let l = xs[i] < xs[p]
           let next = if l then left[p] else right[p]
           in if next == -1 then (p, l, false) else (next, l, true)) |> \(p, l, _) -> (p, l)
      in if go_left then (left with [parent] = i, right) else (left, right with [parent] = i)
  let (_, _, _, out, _) =
    loop (node, stack, top, out, k) = (0i64, replicate n 0i64, 0i64, replicate n 0i32, 0i64)
    while node != -1 || top > 0 do
      if node != -1
      then (left[node], stack with [top] = node, top + 1, out, k)
      else let at = stack[top - 1]
           in (right[at], stack, top - 1, out with [k] = xs[at], k + 1)
  in out
