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
