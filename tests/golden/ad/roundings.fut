-- No derivative passes from a float through an integer to a float, whatever lies between; integers
-- that come from integer inputs keep theirs.

-- ==
-- entry: remainder
-- input { 2.5 1.0 } output { 1.0 1.0 }
-- input { 2.5 1.5 } output { 1.5 1.5 }
entry remainder (x: f64) (weight: f64) =
  let f x = x - f64.i64 (i64.f64 x)
  in (vjp f x weight, jvp f x weight)

-- A table, linearly: the slope is that between its points.
def table [n] (ys: [n]f64) (x: f64) : f64 =
  let i = i64.min (n - 2) (i64.f64 x)
  let t = x - f64.i64 i
  in ys[i] * (1 - t) + ys[i + 1] * t

-- ==
-- entry: interpolated
-- input { [1.0, 4.0, 2.0] [0.25, 1.5] } output { [3.0, -2.0] [0.75, 0.75, 0.5] [3.0, -2.0] }
entry interpolated [n] [m] (ys: [n]f64) (xs: [m]f64) : ([m]f64, [n]f64, [m]f64) =
  let sum (ys, xs) = f64.sum (map (table ys) xs)
  let (ys', xs') = vjp sum (ys, xs) 1
  in (xs', ys', tabulate m (\i -> jvp sum (ys, xs) (replicate n 0, tabulate m (\j -> f64.bool (i == j)))))

def half (n: i64) (x: f64) : f64 =
  if n == 0 then x else half (n - 1) (x / 2) + f64.i64 (i64.f64 x)

-- Through loops, whose states depend on one another, branches, reductions, functions.
-- ==
-- entry: everywhere
-- input { 5.5 } output { [5.0, 1.0, 1.0, 0.125, 2.0] [5.0, 1.0, 1.0, 0.125, 2.0] }
entry everywhere (x: f64) : ([5]f64, [5]f64) =
  let loops x = (loop (y, k) = (x - 4.5, 0i64) for i < 3i64 do
                   (y + f64.i64 k * (x - 4.5), if i == 1 then k + 2 else i64.f64 (y + 0.5))).0
  let branches x = x + f64.i32 (if x > 2 then i32.f64 x else 3)
  let folds x = let ks = map (\i -> i64.f64 (x * f64.i64 i)) (iota 5)
                in x + f64.i64 (reduce i64.max 0 ks) + f64.i64 (last (scan (+) 0 ks))
  let calls x = half 3 x
  let inside x = vjp (\(n: i64) -> f64.i64 n * 3.5) (i64.f64 x) 1 |> f64.i64 |> (* x) |> (/ 1.5)
  let all d = [d loops x, d branches x, d folds x, d calls x, d inside x]
  in (all (\f x -> vjp f x 1), all (\f x -> jvp f x 1))

-- ==
-- entry: inputs
-- input { 3i64 2.5 } output { 6i64 2.0 6i64 }
entry inputs (n: i64) (x: f64) : (i64, f64, i64) =
  let f (n: i64, x: f64) = f64.i64 (n * n) + x * f64.i64 (i64.f64 x)
  let (n', x') = vjp f (n, x) 1
  in (n', x', i64.f64 (jvp f (n, x) (1, 0)))
