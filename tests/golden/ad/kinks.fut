-- What derivatives are where functions have none, or an infinite one: the table in docs/ad.md. In
-- both modes, unless there are several arguments.

def both (f: f64 -> f64) (x: f64) : [2]f64 = [vjp f x 1, jvp f x 1]
def pair (f: f64 -> f64 -> f64) (x: f64) (y: f64) : [2]f64 =
  let (a, b) = vjp (\(x, y) -> f x y) (x, y) 1
  in [a, b]

-- A rectifier, as it is written.
-- ==
-- entry: rectifiers
-- input { 0.0 } output { [0.0, 0.0] [1.0, 1.0] [0.0, 0.0] }
entry rectifiers (x: f64) =
  (both (f64.max 0) x, both (\x -> f64.max x 0) x, both (\x -> if x > 0 then x else 0) x)

-- The first of two, and the first of equal elements.
-- ==
-- entry: ties
-- input { [1.0, 3.0, 3.0] } output { [1.0, 0.0] [1.0, 0.0] [0.0, 1.0, 0.0] [1.0, 0.0, 0.0] [0.0, 1.0, 0.0] }
entry ties (xs: [3]f64) =
  ( pair f64.max xs[1] xs[2], pair f64.min xs[1] xs[2]
  , vjp f64.maximum xs 1, vjp f64.minimum (map (\x -> f64.min x 1) xs) 1
  , vjp (\xs -> last (scan f64.max (-f64.inf) xs)) xs 1 )

-- ==
-- entry: absolute
-- input { 0.0 } output { [0.0, 0.0] [0.0, 0.0] }
entry absolute (x: f64) = (both f64.abs x, both f64.sgn x)

-- Infinite, times a weight of 0 no number; behind a square that is 0, too.
-- ==
-- entry: roots
-- input { 0.0 } output { [f64.inf, f64.inf] f64.nan f64.inf f64.nan }
entry roots (x: f64) =
  (both f64.sqrt x, vjp f64.sqrt x 0, vjp f64.cbrt x 1, vjp (\x -> f64.sqrt (x * x)) x 1)

-- By the base, then by the exponent.
-- ==
-- entry: powers
-- input { 0.0 } output { [0.0, 1.0, 0.0, 0.0] [0.0, 0.0, 0.0] }
entry powers (x: f64) =
  ( map (\y -> vjp (\x -> x ** y) x 1) [0.5, 1, 0, 2]
  , [vjp (\y -> x ** y) 2 1, vjp (\y -> x ** y) 0 1, vjp (\y -> (x - 2) ** y) 2 1] )

-- ==
-- entry: logarithms
-- input { 0.0 } output { [f64.inf, f64.inf] [-1.0, -1.0] [-f64.inf, -f64.inf] f64.nan }
entry logarithms (x: f64) =
  (both f64.log x, both f64.log (x - 1), both (1 /) x, vjp (\x -> x * f64.log x) x 1)

-- A norm as it is written, with a guard, and the function for two numbers.
-- ==
-- entry: norms
-- input { [0.0, 0.0] } output { [f64.nan, f64.nan] [0.0, 0.0] [0.0, 0.0] }
entry norms (v: [2]f64) =
  let squares (v: [2]f64) = f64.sum (map (\x -> x * x) v)
  in ( vjp (\v -> f64.sqrt (squares v)) v 1
     , vjp (\v -> let s = squares v in if s > 0 then f64.sqrt s else 0) v 1
     , pair f64.hypot v[0] v[1] )

-- Steps, and what passes through an integer; remainders go on as their number does.
-- ==
-- entry: steps
-- input { 2.0 } output { [0.0, 0.0] [0.0, 0.0] [0.0, 0.0] [0.0, 0.0] [0.0, 0.0] [1.0, 1.0] }
entry steps (x: f64) =
  ( both f64.floor x, both f64.ceil x, both f64.round (x + 0.5), both f64.trunc x
  , both (\x -> f64.i64 (i64.f64 x)) x, both (% 1) x )

-- A number between two, at the lower and at the upper one, as it is written.
-- ==
-- entry: clamps
-- input { 0.0 1.0 } output { [0.0, 0.0] [1.0, 1.0] [1.0, 1.0] }
entry clamps (low: f64) (high: f64) =
  let at f = [vjp f low 1, vjp f high 1]
  in ( at (\x -> f64.min high (f64.max low x)), at (\x -> f64.min (f64.max x low) high)
     , at (\x -> if x < low then low else if x > high then high else x) )

-- What is not chosen counts for nothing, whatever it is.
-- ==
-- entry: guards
-- input { [0.0, 4.0] } output { [0.0, 0.25] [1.0, 1.0] }
entry guards (xs: [2]f64) =
  ( vjp (\xs -> f64.sum (map (\x -> if x > 0 then f64.sqrt x else 0) xs)) xs 1
  , both (\x -> if x > 0 then f64.log x else x) (-1) )

-- ==
-- entry: angles
-- input { 0.0 } output { [f64.nan, f64.nan] [f64.inf, f64.inf] [-f64.inf, -f64.inf] }
entry angles (x: f64) = (pair f64.atan2 x x, both f64.asin (x + 1), both f64.acos (x + 1))

-- Of the others, not the product divided by a number.
-- ==
-- entry: products
-- input { 0.0 } output { [6.0, 0.0, 0.0] [0.0, 0.0, 0.0] }
entry products (x: f64) = (vjp f64.product [x, 2, 3] 1, vjp f64.product [x, x, 3] 1)
