-- x, x^2, x^3 in places 0 to 2. What recursion adds to an accumulator has no derivative.
-- ==
-- entry: f
-- input { 2.0 } output { 14.0 }

-- ==
-- entry: forward reverse
-- input { 2.0 } error: No derivative goes through the recursive function "powers"

def powers [k] (acc: *intrinsics.acc ([k]f64)) (i: i64) (x: f64) (y: f64)
  : *intrinsics.acc ([k]f64) =
  if i == k then acc else powers (intrinsics.acc_write acc i y) (i + 1) x (x * y)
entry f (x: f64) =
  f64.sum (intrinsics.hist_stream (replicate 3 0) (+) 0 (\(acc: *intrinsics.acc ([3]f64)) x -> powers acc 0 x x) [x])
entry forward (x: f64) = jvp f x 1
entry reverse (x: f64) = vjp f x 1
