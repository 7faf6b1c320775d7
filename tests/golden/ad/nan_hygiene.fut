-- What is not chosen gets nothing, not 0 times something: infinities and NaNs stay where they are.

def inf = f64.inf

-- The steep side of a choice by min or max does not disturb the other one.
-- ==
-- entry: chosen_by_min chosen_by_max
-- input { 0.0 1.0 } output { true }
entry chosen_by_min (x: f64) (y: f64) =
  let (dx, dy) = vjp (\(x, y) -> f64.sqrt (f64.min x (x * y))) (x, y) 1
  -- d/dx of sqrt is infinite at 0; y takes no part in it
  let (ex, ey) = vjp (\(x, y) -> f64.min (f64.sqrt x) y) (x, y) inf
  in dx == inf && dy == 0 && ex == inf && ey == 0
entry chosen_by_max (x: f64) (y: f64) =
  let (dx, dy) = vjp (\(x, y) -> f64.max y x) (x, y) inf
  let (ex, ey) = vjp (\(x, y) -> f64.max x y) (x, y) f64.nan
  in dx == 0 && dy == inf && ex == 0 && f64.isnan ey

-- The same of tangents: only the chosen one's counts.
-- ==
-- entry: tangents
-- input { 1.0 2.0 } output { true }
entry tangents (x: f64) (y: f64) =
  let f (x: f64, y: f64) = (f64.min x y, f64.max x y)
  let (a, b) = jvp f (x, y) (1, inf)
  let (c, d) = jvp f (x, y) (f64.nan, 1)
  in a == 1 && b == inf && f64.isnan c && d == 1

-- A branch that guards against a pole, written as a choice, as a branch, and in a map.
-- ==
-- entry: guarded
-- input { [0.0, 4.0, -1.0] } output { [0.0, 0.25, 0.0] [0.0, 0.25, 0.0] }
entry guarded [n] (xs: [n]f64) =
  let root (x: f64) = if x > 0 then f64.sqrt x else 0
  in (vjp (\xs -> f64.sum (map root xs)) xs 1, map (\x -> vjp root x 1) xs)

-- A power at 0, whose partials are choices.
-- ==
-- entry: powers
-- input { 0.0 } output { 0.0 0.0 1.0 }
entry powers (x: f64) =
  (vjp (\x -> x ** 0.5) x inf, vjp (\y -> x ** y) 2 1, vjp (\x -> x ** 1) x 1)

-- A result that nothing is done with has no weight, whatever its partial.
-- ==
-- entry: unused
-- input { 0.0 } output { 1.0 1.0 1.0 }
entry unused (x: f64) =
  let pair (x: f64) = (x, f64.sqrt x)
  let in_loop = vjp (\x -> (loop (a, _b) = (x, x) for _i < 3i64 do (a, f64.sqrt a)).0) x 1
  let in_map = vjp (\x -> f64.sum (map (.0) (map pair [x]))) x 1
  in (vjp (\x -> (pair x).0) x 1, in_loop, in_map)

-- Results of a recursion, of a fold and of bins that are left alone.
def together (n: i64) (x: f64) : (f64, f64) =
  if n == 0 then (x, x) else let (a, b) = together (n - 1) x in (a + 1, f64.sqrt b)

-- ==
-- entry: left_alone
-- input { 0.0 } output { 1.0 1.0 1.0 1.0 }
entry left_alone (x: f64) =
  let op (a: f64, b: f64) (c: f64, d: f64) = (a + c, f64.sqrt (b * d) + a)
  let pairs (x: f64) = [(x, x), (1, 2)]
  in ( vjp (\x -> (together 3 x).0) x 1
     , vjp (\x -> (reduce op (0, 1) (pairs x)).0) x 1
     , vjp (\x -> (last (scan op (0, 1) (pairs x))).0) x 1
     , vjp (\x -> (reduce_by_index [(0, 1)] op (0, 1) [0, 0] (pairs x))[0].0) x 1 )

-- A state that counts only until the last iteration, whose slope is infinite there; and one that
-- starts from a constant, where its slope is infinite.
-- ==
-- entry: late
-- input { 0.0 1.0 4.0 } output { 1.0 2.0 4.0 1.0 1.25 }
entry late (x: f64) (y: f64) (z: f64) =
  let sums (n: i64) (f: f64 -> f64) (x: f64) =
    (loop (a, b, c) = (0, x, 0) for _i < n do (a + b, f b, c + a)).0
  let delayed (n: i64) (x: f64) =
    (loop (a, b, c) = (x, x, x) for _i < n do (a + b, b + c, f64.sqrt (c - x))).0
  let total (x: f64) = (loop (a, b) = (0, x) for _i < 1i64 do (a + b, f64.log (b - b))).0
  in ( vjp (sums 1 f64.sqrt) x 1
     , vjp (sums 2 f64.log) y 1
     , vjp (delayed 2) z 1
     , vjp total y 1
     , vjp (\x -> loop s = 0 for _i < 2i64 do f64.sqrt s + x) z 1 )

-- ==
-- entry: early
-- input { 0.0 1.0 4.0 } output { 1.0 2.0 3.0 1.0 1.25 }
entry early (x: f64) (y: f64) (z: f64) =
  let from (n: i64) (x: f64) = loop s = 0 for _i < n do f64.sqrt s + x
  let apart (x: f64) = (loop (a, b) = (x, 0) for _i < 2i64 do (a + f64.sqrt b, b + 1)).0
  let sums (x: f64) = (loop (a, b) = (0, x) for _i < 2i64 do (a + b, f64.log b)).0
  in (jvp apart y 1, jvp sums y 1, jvp (\x -> 3 * from 1 x) y 1, jvp (from 1) z 1, jvp (from 2) z 1 + x)

-- A map of nothing divides by nothing.
-- ==
-- entry: of_nothing
-- input { } output { 2.0 2.0 2.0 [2.0, 2.0] empty([0][3]f64) }
entry of_nothing : (f64, f64, f64, []f64, [0][3]f64) =
  let f (x: f64) = x * x + f64.sum (map (\i -> f64.i64 i * f64.sin (1 / (x - 1))) (iota 0))
  let g (x: f64) = x * x + f64.sum (map (\r -> f64.sum (map (\v -> v / (x - 1)) r)) (replicate 2 (replicate 0 x)))
  in (vjp f 1 1, jvp (\x -> vjp f x 1) 1 1, vjp (\x -> vjp g x 1) 1 1, map (\x -> vjp (\x -> vjp f x 1) x 1) [1, 1],
      map (\i -> replicate 3 (1 / f64.i64 i)) (iota 0))

-- What is the same in all iterations, in branches that none of them takes.
-- ==
-- entry: never_taken
-- input { 0.0 1000.0 [1.0, 2.0] } output { 0.0 0.0 0.0 0.0 32.0 [1.0, 1.0] }
entry never_taken [n] (y: f64) (large: f64) (xs: [n]f64) =
  let root (y: f64) (x: f64) = if x > 3 then x + f64.sqrt y else x
  let grown (y: f64) (x: f64) = if x > 3 then f64.exp y * x else x
  let both (y: f64) (x: f64) = root y x * (if x > 4 then f64.log y else 1 / x)
  let repeated (y: f64) = loop s = 1 for _i < 5i64 do if s > 100 then s + f64.log y else s * y
  in ( vjp (\y -> f64.sum (map (root y) xs)) y 1
     , vjp (\y -> f64.sum (map (grown y) xs)) large 1
     , vjp (\y -> f64.sum (map (both y) xs)) y 1
     , vjp repeated y 1
     , jvp (\y -> f64.sum (map (both y) xs) + loop s = 1 for _i < 5i64 do if s < 0 then s * f64.exp (1000 * y) else s * 2) 1 1 + repeated 2
     , vjp (\xs -> f64.sum (map (root y) xs)) xs 1 )

-- The same in payloads of sums, arrays, bins, calls and second derivatives.
-- ==
-- entry: never_made
-- input { 0.0 [1.0, 2.0] } output { 0.0 0.0 6.0 [0.0, 3.0] 9.0 3.0 0.0 }
type maybe = #some f64 | #none
def rec (n: i64) (z: f64) (w: f64) : f64 =
  if n == 0 then 0 else (if z > 3 then f64.log w else z * w) + rec (n - 1) z w
entry never_made [n] (w: f64) (zs: [n]f64) =
  let made (c: bool) (w: f64) : maybe = if c then #some (f64.sqrt w) else #none
  let from (m: maybe) = match m case #some x -> x case #none -> 1
  in ( vjp (\w -> f64.sum (map (\z -> from (made (z > 3) w)) zs)) w 1
     , jvp (\w -> f64.sum (map (\z -> (if z > 3 then replicate 3 (f64.log w) else replicate 3 1)[1]) zs)) w 1
     , vjp (\w -> f64.sum (map (\z -> f64.sum (if z > 3 then map (/ w) [1, 2, z] else [w, w, w])) zs)) w 1
     , vjp (\(w: [2]f64) -> f64.sum (map (\z -> if z > 3 then f64.log w[0] else z * w[1]) zs)) [w, w] 1
     , vjp (\w -> f64.sum (map (\z -> rec 3 z w) zs)) w 1
     , vjp (\w -> reduce_by_index (replicate 2 0) (+) 0 (map (% 2) (indices zs)) (map (\z -> if z > 3 then f64.log w else z * w) zs)) w [1, 1]
     , vjp (\w -> vjp (\v -> f64.sum (map (\z -> if z > 3 then v * f64.log w else v * z) zs)) w 1 + w * w) w 1 )
