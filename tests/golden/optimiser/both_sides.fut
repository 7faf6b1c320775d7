-- What both sides of a branch read is read before it, a place that both write is written after it.
-- And loops that write where nobody reads, in the loop or behind it, do not write; but what may fail
-- still does.

import "../ad/lib/check"

def is_derivative (f: (xs: [5]f64) -> f64) : bool = agrees (\xs -> [f (sized 5 xs)]) (some 5)

-- ==
-- entry: same_place
-- input { [1f64, 5f64, 2f64, 4f64] } output { [2f64, 10f64, 6f64, 11f64] }
entry same_place [n] (xs: [n]f64) : [n]f64 =
  (loop (ys, s) = (replicate n 0, 1) for k < n do
     if xs[k] < 3 then (ys with [k] = xs[k] + s, s + 1)
     else if xs[k] > 4.5 then (ys with [k] = xs[k] * s, s + 2)
     else (ys with [k] = xs[k] + s + ys[k - 3], s)).0

-- ==
-- entry: other_places
-- input { [1f64, 5f64, 2f64, 4f64] } output { [10f64, 8f64, 2f64, 0f64] }
entry other_places [n] (xs: [n]f64) : [n]f64 =
  loop ys = replicate n 0 for k < n do
    if xs[k] < 3 then ys with [k] = xs[k] else ys with [(k + 3) % n / 2] = 2 * xs[k]

-- Read after it has been written, and both written twice.
-- ==
-- entry: read_later
-- input { [1f64, 5f64, 2f64, 4f64] } output { [3f64, 5f64, 4f64, 6f64] [1f64, 10f64, 2f64, 8f64] }
entry read_later [n] (xs: [n]f64) : ([n]f64, [n]f64) =
  loop (ys, zs) = (replicate n 0, copy xs) for k < n do
    if xs[k] < 3 then (let ys = ys with [k] = xs[k] in (ys with [k] = ys[k] + 2, zs))
    else let ys = ys with [k] = xs[k]
         let z = ys[k] + zs[k]
         in (ys with [k] = ys[k] + z - 2 * xs[k] + (if k > 2 then 2 else 0), zs with [k] = z)

-- ==
-- entry: outside
-- input { [1f64, 5f64] 2i64 } output { 2f64 }
-- input { [1f64, 5f64] 3i64 } error: both_sides.fut:44
-- input { [5f64, 5f64] 3i64 } error: both_sides.fut:45
entry outside [n] (xs: [n]f64) (m: i64) : f64 =
  (loop (ys, s) = (replicate n 0, 0) for k < m do
     if xs[0] < 3
     then (ys with [k] = s, s + 1)
     else (ys with [k] = s * s, s + 2)).1

-- What is read in both, at a place that only the condition allows.
-- ==
-- entry: guarded
-- input { [1f64, 5f64] 1i64 true } output { 6f64 }
-- input { [1f64, 5f64] 7i64 true } output { 0f64 }
-- input { [1f64, 5f64] 7i64 false } output { 0f64 }
entry guarded [n] (xs: [n]f64) (i: i64) (c: bool) : f64 =
  if 0 <= i && i < n then (if c then xs[i] + 1 else xs[i] * 2) else 0

-- Whether the array is needed behind the loop, or only what was read of it.
-- ==
-- entry: unseen
-- input { [1f64, 5f64, 2f64] } output { 8f64 8f64 [0f64, 0f64, 0f64] 8f64 17f64 }
entry unseen [n] (xs: [n]f64) : (f64, f64, [n]f64, f64, f64) =
  let here = (loop (a, s) = (copy xs, 0) for k < n do (let s = s + a[k] in (a with [k] = 0, s))).1
  let (a, there) =
    loop (a, s) = (copy xs, 0) for k < n do (let s = s + a[n - 1 - k] in (a with [n - 1 - k] = 0, s))
  -- read again by later iterations
  let next = (loop (a, s) = (copy xs, 0) for k < n - 1 do
                (let s = s + a[k] + a[k + 1] in (a with [k + 1] = 0.5 * (a[k + 1] - 5), s))).1
  let whole = (loop (a, s) = (copy xs, 0) for k < n do
                 (let s = s + f64.sum a in (a with [k] = 0, s))).1
  in (here, there, a, next, whole + 0 * there)

-- Two loops, one in the other; the inner one's array needed, and not.
-- ==
-- entry: nested
-- input { [[1f64, 5f64], [2f64, 3f64]] } output { 11f64 0f64 11f64 }
entry nested [n] [m] (xss: [n][m]f64) : (f64, f64, f64) =
  let unneeded =
    (loop (a, s) = (copy xss, 0) for i < n do
       loop (a, s) for j < m do (let s = s + a[i, j] in (a with [i, j] = 0, s))).1
  let (sums, s) =
    (loop (a, sums, s) = (copy xss, 0, 0) for i < n do
       let (a, s) = loop (a, s) for j < m do (let s = s + a[i, j] in (a with [i, j] = 0, s))
       in (a, sums + f64.sum a[i], s)) |> (\(_, sums, s) -> (sums, s))
  in (unneeded, sums, s)

-- ==
-- entry: fails_unseen
-- input { [1f64, 5f64] 2i64 } output { 6f64 }
-- input { [1f64, 5f64] 3i64 } error: Index
entry fails_unseen [n] (xs: [n]f64) (m: i64) : f64 =
  (loop (a, s) = (copy xs, 0) for k < m do (let s = s + xs[k % n] in (a with [k] = 0, s))).1
   - (if m > 2 then xs[0] else 0)

-- Numbers that one side does not weigh, at a place where their partial is infinite.
-- ==
-- entry: not_weighed
-- input { [0f64, 4f64] true } output { [0f64, 1f64] }
-- input { [0f64, 4f64] false } output { [f64.inf, 1f64] }
entry not_weighed (xs: [2]f64) (c: bool) : [2]f64 =
  vjp (\(xs: [2]f64) ->
         if c then (let x = f64.sqrt xs[0] in (if x > 3 then 1 else 2) + xs[1])
         else f64.sqrt xs[0] + xs[1]) xs 1

-- ==
-- entry: derivatives
-- input { } output { [true, true, true, true] }
entry derivatives : []bool =
  [ is_derivative (\xs -> f64.sum (loop ys = replicate 5 0 for k < 5 do
                                     if xs[k] < 0.5 then ys with [k] = f64.sin xs[k] else ys with [k] = xs[k] * xs[4 - k]))
  , is_derivative (\xs -> (loop (ys, i, j) = (replicate 5 0, 0, 2) for k < 5 do
                             if j >= 5 || (i < 2 && xs[i] * xs[0] <= xs[j])
                             then (ys with [k] = xs[i] * f64.i64 (k + 1), i + 1, j)
                             else (ys with [k] = xs[j] * xs[j] * f64.i64 (k + 1), i, j + 1)).0 |> map2 (*) xs |> f64.sum)
  , is_derivative (\xs -> let ys = loop ys = copy xs for k < 4 do
                                     if ys[k] > 0.3 then ys with [k + 1] = ys[k] * ys[k + 1] else ys with [k + 1] = f64.cos ys[k] + ys[k + 1]
                          in ys[4] * ys[2])
  , is_derivative (\xs -> (loop (ys, s) = (copy xs, 1) for k < 5 do
                             let y = ys[k] in if xs[k] > 0.4 then (ys with [k] = s * xs[k], s * y) else (ys with [k] = s + y, s + xs[k])) |> (\(ys, s) -> s + f64.sum ys))
  ]
