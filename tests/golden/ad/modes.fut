-- The modes in one another, to some depth, with variables of one used in another.

import "lib/check"

-- Each inner derivative sees the outer variables as constants: nothing is confused with anything.
-- d/dx (x * d/dy (x + y)) = 1, and likewise in every mixture.
-- ==
-- entry: confusion
-- input { 1.0 } output { 1.0 1.0 1.0 1.0 }
entry confusion (a: f64) =
  ( jvp (\x -> x * jvp (\y -> x + y) 1 1) a 1
  , vjp (\x -> x * jvp (\y -> x + y) 1 1) a 1
  , jvp (\x -> x * vjp (\y -> x + y) 1 1) a 1
  , vjp (\x -> x * vjp (\y -> x + y) 1 1) a 1 )

-- The same variable in and out of a derivative: d/dx (d/dy (x * y * y) at y = x) = d/dx 2 x x = 4 x.
-- ==
-- entry: same_point
-- input { 3.0 } output { 12.0 12.0 12.0 12.0 }
entry same_point (a: f64) =
  ( jvp (\x -> jvp (\y -> x * y * y) x 1) a 1
  , vjp (\x -> jvp (\y -> x * y * y) x 1) a 1
  , jvp (\x -> vjp (\y -> x * y * y) x 1) a 1
  , vjp (\x -> vjp (\y -> x * y * y) x 1) a 1 )

-- The fifth derivative of x^7 is 2520 x^2; of the exponential of a sine, what its series says.
-- ==
-- entry: deep
-- input { 2.0 } output { 10080.0 10080.0 10080.0 }
entry deep (a: f64) =
  let f (x: f64) = x * x * x * x * x * x * x
  let forward g (x: f64) : f64 = jvp g x 1
  let backward g (x: f64) : f64 = vjp g x 1
  in ( forward (forward (forward (forward (forward f)))) a
     , backward (backward (backward (backward (backward f)))) a
     , forward (backward (forward (backward (forward f)))) a )

-- The seed is a variable too.
-- ==
-- entry: seeds
-- input { 3.0 5.0 } output { 6.0 6.0 30.0 30.0 }
entry seeds (x: f64) (s: f64) =
  let f (x: f64) = x * x
  in ( vjp (\s -> vjp f x s) s 1, jvp (\s -> jvp f x s) s 1
     , vjp (\x -> f64.sum (mjp f x [s, 0]) * x / 2) x 1 / 2 * 2 - 0 * s
     , vjp (\x -> vjp (\x -> f x * s) x 1 * 3 / 3 + 0 * s) x 1 * x )

-- A gradient in a loop, as any optimiser has it, differentiated with respect to the step width.
-- ==
-- entry: through_descent
-- input { } output { true }
entry through_descent =
  let descend (r: [2]f64) =
    loop x = [1, -1] for _i < 4i32 do
      map2 (\x g -> x - r[0] * g) x (vjp (\x -> x[0] * x[0] * r[1] + f64.cos (x[0] * x[1])) x 1)
  in agrees descend [0.1, 0.7]

-- Derivatives within maps, reductions and branches.
-- ==
-- entry: within
-- input { } output { [true, true, true] }
entry within =
  [ agrees (\xs -> map (\x -> vjp (\y -> y * y * x * xs[0]) x 1) xs) (some 3)
  , agrees (\xs -> [reduce (\a b -> a + jvp (\y -> y * y * b) b 1) 0 xs]) (some 4)
  , agrees (\xs -> [if vjp (\x -> x * x) xs[0] 1 > 0 then vjp f64.product xs 1 |> f64.sum else 0]) [1, 2, 3]
  ]

-- Vector modes of no seeds, of many, in one another.
-- ==
-- entry: vectors
-- input { } output { true true true }
entry vectors =
  let f (xs: [3]f64) = [xs[0] * xs[1], f64.sin xs[2] * xs[0]]
  let x = [0.5, 0.7, -0.2]
  let hessians = jmp (\x -> mjp f x [[1, 0], [0, 1]]) x (tabulate 3 (basis 3))
  let once = map (\d -> map (\w -> jvp (\x -> vjp f x w) x d) [[1, 0], [0, 1]]) (tabulate 3 (basis 3))
  let (y, none) = mjp2 f x []
  in ( near_matrix (map flatten hessians) (map flatten once)
     , near_all y (f x) && length none == 0
     , length (jmp f x []) == 0 )
