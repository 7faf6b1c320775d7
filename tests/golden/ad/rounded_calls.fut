-- What is rounded, and what is not, is known of each parameter and result of a function that calls
-- itself, of each call, and of each column of what folds, writes and adds.

import "lib/check"

-- An integer that comes by a parameter, and was a float: at once, by and by, on the way back, among
-- others, in an array; and one that was none.
def at_once (d: i64) (n: i64) (x: f64) : f64 =
  if d == 0 then x * f64.i64 n else at_once (d - 1) (i64.f64 (4 * x)) x

def by_and_by (d: i64) (n: i64) (x: f64) : f64 =
  if d == 0 then x - f64.i64 n else by_and_by (d - 1) (n + i64.f64 (3 * x)) x

def on_the_way_back (d: i64) (n: i64) (x: f64) : f64 =
  if d == 0 then x - f64.i64 n
  else f64.sin (on_the_way_back (d - 1) (i64.f64 (2 * x)) x) + f64.i64 n * x

def in_an_array (d: i64) (ns: [2]i64) (x: f64) : f64 =
  if d == 0 then x * f64.i64 ns[0] - f64.i64 ns[1]
  else in_an_array (d - 1) (map (+ i64.f64 (5 * x)) ns) x

def constant (d: i64) (n: i64) (x: f64) : f64 =
  if d == 0 then x * f64.i64 n else f64.sin (x * f64.i64 n) * constant (d - 1) (n + 1) x

-- A result that was a float, and a float that was one.
def result (d: i64) (x: f64) : i64 =
  if d == 0 then i64.f64 (7 * x) else 1 + result (d - 1) (x * 1.1)

def both (d: i64) (n: i64) (x: f64) : (i64, f64) =
  if d == 0 then (n, x * f64.i64 n) else let (m, y) = both (d - 1) (n + i64.f64 (3 * x)) x in (m + 1, y * f64.i64 m)

-- By turns: what is rounded arrives one call later.
def turns (d: i64) (a: i64) (b: i64) (c: i64) (x: f64) : f64 =
  if d == 0 then x * f64.i64 a + x * x * f64.i64 b + f64.i64 c
  else turns (d - 1) b c (i64.f64 (6 * x) + a) x + f64.i64 a * x

-- Through a function that is a parameter, whose calls call it.
def through (f: i64 -> f64 -> f64) (d: i64) (n: i64) (x: f64) : f64 =
  if d == 0 then f n x else f n (through f (d - 1) (n + i64.f64 (3 * x)) x)

-- ==
-- entry: as_differences
-- input { }
-- output { [true, true, true, true, true, true, true, true, true, true, true] }
entry as_differences =
  let each f = agrees (\xs -> [f xs[0], f xs[1] * xs[0]]) (some 2)
  in [ each (at_once 1 1)
     , each (at_once 2 1)
     , each (by_and_by 3 0)
     , each (\x -> by_and_by 1 (i64.f64 (2 * x)) x)
     , each (on_the_way_back 2 0)
     , each (in_an_array 2 [1, 2])
     , each (constant 3 2)
     , each (\x -> x * f64.i64 (result 2 x))
     , each (\x -> let (m, y) = both 2 1 x in f64.i64 m * x + y)
     , each (turns 4 1 2 3)
     , each (through (\n x -> f64.sin x * f64.i64 n) 2 1)
     ]

-- In maps, loops, branches, folds, accumulators.
-- ==
-- entry: inside
-- input { } output { [true, true, true, true, true, true] }
entry inside =
  let each f = agrees f (some 3)
  let add (xs: [3]f64) (acc: *intrinsics.acc ([]f64)) i =
    intrinsics.acc_write acc (i % 2) (by_and_by 2 i xs[i] * at_once 1 i xs[1])
  in [ each (\xs -> map2 (\k x -> by_and_by 2 k x * at_once k 1 x) (iota 3) xs)
     , each (\xs -> [loop y = xs[0] for i < 3 do at_once i i (y * 0.9) + by_and_by i (i64.f64 (3 * y)) xs[i]])
     , each (\xs -> [if xs[0] > 0 then at_once 2 2 xs[0] else xs[1], if xs[0] > 5 then xs[1] else by_and_by 2 2 xs[2]])
     , each (\xs -> [reduce (\a b -> a + b) 0 (map (by_and_by 2 1) xs)])
     , each (\xs -> scan (+) 0 (map2 (turns 2 1 2) (map (\x -> i64.f64 (3 * x)) xs) xs))
     , each (\xs -> intrinsics.hist_stream (replicate 2 1) (+) 0 (add xs) (iota 3))
     ]

-- ==
-- entry: weighted
-- input { 2.7 1.0 } output { 2.0 2.0 1.0 1.0 }
-- input { 2.7 1.5 } output { 3.0 3.0 1.5 1.5 }
-- input { 2.7 0.3 } output { 0.6 0.6 0.3 0.3 }
entry weighted (x: f64) (w: f64) =
  let rec d n x = through (\n x -> x * f64.i64 n) d n x
  let f x = rec 0 (i64.f64 x) x
  let g x = by_and_by 3 0 x
  in (vjp f x w, jvp f x w, vjp g x w, jvp g x w)

-- Integers that are inputs keep their derivative, whatever floats go beside them; and so they do
-- in a function that is called with such as were floats too. As by a loop.
def beside (d: i64) (n: i64) (x: f64) : i64 = if d == 0 then n else beside (d - 1) (n * 2) (x * 1.1)

def pair (d: i64) (n: i64) (x: f64) : (i64, f64) =
  if d == 0 then (n, x) else pair (d - 1) (n * 2) (x * 1.1)
def pair_loop (d: i64) (n: i64) (x: f64) = loop (n, x) for _i < d do (n * 2, x * 1.1)

def factor (d: i64) (n: i64) (x: f64) : f64 = if d == 0 then x else factor (d - 1) (n + 1) (x * f64.i64 n)
def factor_loop (d: i64) (n: i64) (x: f64) = (loop (n, x) for _i < d do (n + 1, x * f64.i64 n)).1

def swapped (d: i64) (a: i64) (b: i64) (x: f64) : f64 =
  if d == 0 then f64.i64 (a * a) * x + f64.i64 b else swapped (d - 1) b a x + f64.i64 (3 * a)
def swapped_loop (d: i64) (a: i64) (b: i64) (x: f64) =
  let (a, b, y) = loop (a, b, y) = (a, b, 0) for _i < d do (b, a, y + f64.i64 (3 * a))
  in y + (f64.i64 (a * a) * x + f64.i64 b)

def from_constants (d: i64) (n: i64) (c: f64) (x: f64) : f64 =
  if d == 0 then f64.i64 n * x else from_constants (d - 1) (n + i64.f64 c) c x

def results (d: i64) (n: i64) (x: f64) : (i64, i64) =
  if d == 0 then (n, i64.f64 x) else let (a, b) = results (d - 1) (n + 1) x in (2 * a, b + 1)

def alike (f: (i64, f64) -> f64) (g: (i64, f64) -> f64) =
  let at = (3i64, 2.7f64)
  in [ f at == g at
     , vjp f at 2 == vjp g at 2
     , jvp f at (1, 0.5) == jvp g at (1, 0.5)
     , vjp (\p -> jvp f p (1, 0.5)) at 2 == vjp (\p -> jvp g p (1, 0.5)) at 2
     , vjp (\p -> vjp f p 2) at (1, 0.5) == vjp (\p -> vjp g p 2) at (1, 0.5)
     , jvp (\p -> vjp f p 2) at (1, 0.5) == jvp (\p -> vjp g p 2) at (1, 0.5)
     , jvp (\p -> jvp f p (1, 0.5)) at (1, 0.5) == jvp (\p -> jvp g p (1, 0.5)) at (1, 0.5)
     ]

-- ==
-- entry: as_loops
-- input { } output { [true, true, true, true, true, true, true, true] }
entry as_loops =
  map and
      [ alike (\(n, x) -> f64.i64 (beside 3 n x) * x) (\(n, x) -> f64.i64 (n * 8) * x)
      , alike (\(n, x) -> let (n, x) = pair 3 n x in f64.i64 n * x)
              (\(n, x) -> let (n, x) = pair_loop 3 n x in f64.i64 n * x)
      , alike (\(n, x) -> factor 2 n x) (\(n, x) -> factor_loop 2 n x)
      , alike (\(n, x) -> factor 3 n x + factor 2 (i64.f64 (3 * x)) x)
              (\(n, x) -> factor_loop 3 n x + factor_loop 2 (i64.f64 (3 * x)) x)
      , alike (\(n, x) -> swapped 3 n (i64.f64 x) x) (\(n, x) -> let m = i64.f64 x in 6 * f64.i64 n + 3 * f64.i64 m + (f64.i64 (m * m) * x + f64.i64 n))
      , alike (\(n, x) -> swapped 2 n (i64.f64 x) x) (\(n, x) -> let m = i64.f64 x in 3 * f64.i64 n + 3 * f64.i64 m + (f64.i64 (n * n) * x + f64.i64 m))
      , alike (\(n, x) -> from_constants 2 n 1.5 x) (\(n, x) -> f64.i64 (n + 2) * x)
      , alike (\(n, x) -> let (a, b) = results 2 n x in f64.i64 a * f64.i64 b)
              (\(n, x) -> f64.i64 (4 * (n + 2)) * f64.i64 (i64.f64 x + 2))
      ]

def later (d: i64) (n: i64) (x: f64) : f64 =
  if d == 0 then x * f64.i64 (n + i64.f64 x) else later (d - 1) n x

-- A derivative by what an integer has been added to is differentiated by the integer.
-- ==
-- entry: in_one_another
-- input { 3i64 2.7 } output { 1i64 1i64 [0.0, 0.0] }
entry in_one_another (n: i64) (x: f64) =
  let f n x = x * f64.i64 (n + i64.f64 x)
  let g n x = later 3 n x
  in ( vjp (\n -> vjp (f n) x 1) n 1
     , vjp (\n -> jvp (g n) x 1) n 1
     , [vjp (\x -> vjp (f n) x 1) x 1, jvp (\x -> vjp (g n) x 1) x 1] )

-- Columns of what folds, writes and adds: one that was a float, and one that was none.
-- ==
-- entry: columns
-- input { [3i64, 4i64, 5i64] 2.5 } output { [true, true, true, true, true, true, true] }
entry columns (ns: [3]i64) (x: f64) =
  let plus (a: i64, b: i64) (c: i64, d: i64) = (a + c, b + d)
  let beside (x: f64) = map (\n -> (n, i64.f64 (x * f64.i64 n)))
  let weighed (a: i64, b: i64) (x: f64) = f64.i64 a * x + f64.i64 b
  let alone f = all id (map2 (==) (vjp f (ns, x) 2).0 (replicate 3 5)) && (vjp f (ns, x) 2).1 == 2 * 12
                && jvp f (ns, x) ([1, 0, 0], 0) == 2.5 && jvp f (ns, x) ([0, 0, 0], 1) == 12
                && vjp (\x -> jvp f (ns, x) ([1, 0, 0], 0)) x 1 == 1
  in [ alone (\(ns, x) -> weighed (reduce plus (0, 0) (beside x ns)) x)
     , alone (\(ns, x) -> weighed (last (scan plus (0, 0) (beside x ns))) x)
     , alone (\(ns, x) -> weighed (hist plus (0, 0) 1 (map (const 0) ns) (beside x ns))[0] x)
     , alone (\(ns, x) -> weighed (scatter (replicate 3 (0, 0)) (indices ns) (beside x ns) |> foldl plus (0, 0)) x)
     , alone (\(ns, x) -> weighed (loop sum = (0, 0) for one in beside x ns do plus sum one) x)
     , alone (\(ns, x) ->
                let add (acc: *intrinsics.acc ([](i64, i64))) one = intrinsics.acc_write acc 0 one
                in weighed (intrinsics.hist_stream [(0, 0)] plus (0, 0) add (beside x ns))[0] x)
     , alone (\(ns, x) ->
                let chunk (c: i64) (sum: (i64, i64)) (part: [c](i64, i64)) = (plus sum (reduce plus (0, 0) part), part)
                in weighed (stream_seq chunk (0, 0) (beside x ns)).0 x)
     ]

-- Bits of a float are no float either.
def by_bits (d: i64) (n: u64) (x: f64) : f64 =
  if d == 0 then x - f64.from_bits (n / 2) + f64.u64 (n % 16) else by_bits (d - 1) (f64.to_bits x) x

-- ==
-- entry: bits
-- input { 2.7 } output { [1.0, 1.0, 1.0, 1.0, 0.0, 0.0, 1.0, 1.0] 4607182418800017408u64 1065353216u32 1f16 }
entry bits (x: f64) =
  let f x = x - f64.u64 (f64.to_bits x)
  let g x = x - f64.from_bits (u64.f64 x)
  let h x = f64.from_bits (f64.to_bits x)
  in ( [vjp f x 1, jvp f x 1, vjp g x 1, jvp g x 1, vjp h x 1, jvp h x 1, vjp (by_bits 2 3) x 1, jvp (by_bits 2 3) x 1]
     , vjp f64.from_bits 5 1
     , jvp f32.to_bits 1 1
     , jvp f16.from_bits 3 0x3c00 )
