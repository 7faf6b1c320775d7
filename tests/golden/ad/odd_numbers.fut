-- Narrow floats, integers among reals, arrays without elements, and guards against what is undefined.

import "lib/check"

-- Reverse and forward mode agree, bit for bit where nothing is rounded differently: to a tolerance.
def close32 (a: f32) (b: f32) : bool = f32.abs (a - b) <= 1e-4 * f32.max 1 (f32.abs a)
def close16 (a: f16) (b: f16) : bool = f16.abs (a - b) <= 2e-2f16 * f16.max 1 (f16.abs a)

def modes32 [n] [m] (f: [n]f32 -> [m]f32) (x: [n]f32) : [2]bool =
  let unit k i = tabulate k (\j -> f32.bool (i == j))
  let forward = tabulate n (\i -> jvp f x (unit n i))
  let backward = transpose (tabulate m (\j -> vjp f x (unit m j)))
  let h = 1e-2f32
  let shifted i d = f (tabulate n (\k -> if k == i then x[k] + d else x[k]))
  let differences = tabulate n (\i -> map2 (\a b -> (a - b) / (2 * h)) (shifted i h) (shifted i (-h)))
  in [ and (map2 close32 (flatten forward) (flatten backward))
     , and (map2 (\a b -> f32.abs (a - b) <= 1e-2 * f32.max 1 (f32.abs a)) (flatten forward) (flatten differences)) ]

-- ==
-- entry: narrow
-- input { } output { [true, true, true, true, true, true] }
entry narrow =
  let x = [0.5f32, 1.25, -0.75]
  in modes32 (\(xs: [3]f32) -> map (\v -> f32.f64 (f64.sin (f64.f32 v) * f64.f32 xs[0])) xs) x
     ++ modes32 (\(xs: [3]f32) -> [f32.f64 (f64.sum (map (\v -> f64.f32 v ** 2) xs)), loop y = xs[0] for i < 3 do y * xs[i] + f32.i64 i]) x
     ++ modes32 (\(xs: [3]f32) -> scan (\a b -> a * b + a + b) 0 xs ++ [reduce f32.max f32.lowest xs]) x

-- ==
-- entry: half
-- input { } output { [true, true, true] }
entry half =
  let f (xs: [2]f16) = f16.sum (map (\v -> v * v * xs[0]) xs) + f16.f32 (f32.f16 xs[1] * 2)
  let x = [0.5f16, 1.5]
  let g = vjp f x 1
  in [ and (map2 close16 g [jvp f x [1, 0], jvp f x [0, 1]])
     -- 3 x0^2 + x1^2, and 2 x0 x1 + 2
     , and (map2 close16 g [3, 3.5])
     , close16 (jvp (\x -> (vjp f x 1)[0]) x [1, 0]) 3 ]

-- Rings, and what is rounded.
-- ==
-- entry: integers
-- input { } output { [6i64, 9i64] 12i64 [1.0, 2.0] [false, true] [7.0, 3.0] }
entry integers =
  let f (x: [2]i64) = x[0] * x[1] + x[0]
  in ( [jvp (\(x: [2]i64) -> x[0] * x[1]) [3, 2] [0, 2], vjp (\(x: [2]i64) -> f x) [3, 2] 3 |> (\g -> g[0])]
     , vjp (\(x: i32) -> i64.i32 (x * x)) 2 3 |> i64.i32
     , vjp (\(x: [2]f64) -> f64.i64 (i64.f64 x[0]) + 2 * x[1] + x[0]) [0.5, 1] 1
     , vjp (\(b: [2]bool) -> b[0] && b[1]) [true, false] true
     , let (_, g) = vjp2 (\(n: i32, x: f64) -> (loop (y, k) = (x, n) while k > 0 do (y * 2, k / 2)).0) (5i32, 3f64) 0.875
       in [g.1, 3] )

-- Arrays without elements, and without rows.
-- ==
-- entry: empty
-- input { } output { [0i64, 0, 3, 0] [0.0, 1.0, 3.0, 0.0] empty([0][2]f64) empty([3][0]f64) }
entry empty =
  let none : [0]f64 = []
  let rows : [3][0]f64 = replicate 3 []
  let a = vjp (\(xs: [0]f64) -> f64.sum xs + f64.product xs + f64.maximum xs) none 1
  let b = vjp (\(xs: [0]f64) -> scan (*) 1 (map f64.sin xs)) none none
  let c = vjp (\(xs: [3][0]f64) -> map f64.sum xs) rows [1, 2, 3]
  let d = vjp (\(xs: [0]f64) -> reduce_by_index (replicate 2 0) (*) 1 (map (\_ -> 0) xs) xs) none [1, 1]
  let along = vjp (\(ys: [2]f64, xs: [0]f64) -> reduce_by_index (copy ys) (*) 1 (map (\_ -> 0) xs) xs) ([1, 2], none) [0, 1]
  let loops = vjp (\x -> loop y = x for v in none do y * v) 5 3
  in ( [length a, length b, length c, length d]
     , along.0 ++ [loops, jvp (\(xs: [0]f64) -> f64.sum xs) none none]
     , vjp (\(m: [0][2]f64) -> map (\r -> r[0] * r[1]) m) [] []
     , jvp (\(m: [3][0]f64) -> map (map f64.exp) m) rows rows )

-- What a guard does not choose has no derivative, however infinite it is.
-- ==
-- entry: guards
-- input { } output { [0.0, 0.0, 1.0, 0.0, 2.0, 1.0] [true, true, true, true] }
entry guards =
  let safe_sqrt x = if x > 0 then f64.sqrt x else 0
  let safe_log x = f64.log (if x > 0 then x else 1)
  let norm (xs: [2]f64) = let s = f64.sum (map (** 2) xs) in if s == 0 then 0 else f64.sqrt s
  let soft x = if x > 700 then x else f64.log (1 + f64.exp x)
  let sinc x = if f64.abs x < 1e-8 then 1 - x * x / 6 else f64.sin x / x
  let divided (x: f64) = let ys = map (\d -> if d == 0 then x else x / d) [0, 1, 0] in f64.sum ys - x
  in ( [ vjp safe_sqrt 0 1, vjp safe_log (-1) 1, vjp soft 1000 1, vjp sinc 0 1, jvp divided 3 1, vjp (f64.max 1) 2 1 ]
     , [ and (map (== 0) (vjp norm [0, 0] 1))
       , f64.isnan (vjp (\(x, z) -> f64.sqrt x * z) (-1, 0) 1).0
       , f64.isinf (vjp f64.log 0 1) && f64.isinf (jvp f64.sqrt 0 1)
       , -- the NaN of an element stays with it
         let g = vjp (\xs -> f64.sum (map f64.log xs)) [1, f64.nan, 2] 1 in g[0] == 1 && f64.isnan g[1] && g[2] == 0.5 ] )
