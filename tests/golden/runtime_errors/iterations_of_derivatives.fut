-- A derivative fails in the iteration that its function does, whatever order the way back has, and
-- though bounds are asked before the loop.
-- ==
-- entry: gradient directional hessian
-- input { [1.0, 2.0, 3.0] 5i64 }
-- error: Index \[3\] out of bounds for array of shape \[3\]\.\nIn iteration 3 of the loop at .*:34:

-- ==
-- entry: descent
-- input { [1.0, 2.0, 3.0] 3i64 }
-- error: Index \[3\] out of bounds for array of shape \[3\]\.\nIn iteration 3 of the loop at [^ ]*:34:[^ ]*, 1 of the loop at [^ ]*:50:

-- ==
-- entry: of_each
-- input { [2.0, 2.0, 2.0] 6i64 }
-- error: Index \[3\] out of bounds for array of shape \[3\]\.\nIn iteration 3 of the loop at [^ ]*:54:[^ ]*, 4 of the map at [^ ]*:54:

-- ==
-- entry: few_turns
-- input { [2.0, 2.0] }
-- error: Index \[2\] out of bounds for array of shape \[2\]\.\nIn iteration 2 of the loop at [^ ]*:58:

-- ==
-- entry: of_own
-- input { [1.0, 2.0, 3.0] 5i64 }
-- error: Index \[3\] out of bounds for array of shape \[3\]\.\nIn iteration 3 of the loop at [^ ]*:34:

-- ==
-- entry: by_checked
-- input { [1.0, 3.0, 30.0] }
-- error: with y = 81\.0\nIn iteration 2 of the loop at [^ ]*:66:[^ ]*, 1 of the map at [^ ]*:66:

def squares (xs: []f64) (n: i64) : f64 =
  loop s = 0 for i < n do s + xs[i] * xs[i]

entry gradient [k] (xs: [k]f64) (n: i64) : [k]f64 = vjp (\ys -> squares ys n) xs 1

-- Forward mode.
entry directional (xs: []f64) (n: i64) : f64 =
  jvp (\ys -> squares ys n) xs (map (const 1) xs)

-- Of second order.
entry hessian [k] (xs: [k]f64) (n: i64) : [k]f64 =
  jvp (\ys -> vjp (\zs -> squares zs n) ys 1) xs (map (const 1) xs)

-- In a loop that would fail later on, were it not for the derivative.

entry descent [k] (xs: [k]f64) (n: i64) : [k]f64 =

  loop ys = xs for t < 9 do map2 (-) ys (vjp (\zs -> squares zs (n + t)) ys 1)

-- What the way back does not need of the loop it does not run.
entry of_each (xs: []f64) (n: i64) : []f64 =
  map (\j -> vjp (\x -> loop s = x for i < j do s * xs[i]) 1 1) (iota n)

-- Of so few iterations that they are written out.
entry few_turns (xs: []f64) : f64 =
  vjp (\x -> loop s = x for i < 3i64 do s * xs[i]) 1 1

-- A derivative of one's own.
entry of_own [k] (xs: [k]f64) (n: i64) : f64 =
  (vjp2 (\ys -> with_vjp (\zs -> squares zs n) (\_ w -> replicate k w) ys) xs 1).0

-- An assertion.
entry by_checked (xs: []f64) : []f64 =
  vjp (map (\x -> loop y = x for _i < 5i64 do assert (y < 80) (y * y))) xs (map (const 1) xs)
