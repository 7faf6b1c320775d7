-- What recursive calls give is taped: the way back does not make them again.

import "lib/check"

-- Through a function of its own, which takes turns with it.
def even (n: i64) (x: f64) : f64 =
  let odd (n: i64) (x: f64) : f64 = if n <= 0 then x * x else even (n - 1) (f64.cos x) * even (n - 3) x
  in if n <= 0 then f64.sin x else let y = odd (n - 1) (x * 0.9) in y * y + x

-- Ackermann's, as far as it goes: a call's result is an argument of another.
def ackermann (m: i64) (n: i64) (x: f64) : (i64, f64) =
  if m == 0 then (n + 1, f64.sin x)
  else if n == 0 then ackermann (m - 1) 1 (x * 0.9)
  else let (k, y) = ackermann m (n - 1) (x + 0.1) in ackermann (m - 1) k (x * y)

-- The depth depends on what is differentiated.
def collatz (n: i64) (x: f64) : (f64, i64) =
  if n == 1 then (x, 0)
  else if x > 2 then let (y, k) = collatz n (x / 2) in (y * x, k + 1)
  else let (y, k) = collatz (if n % 2 == 0 then n / 2 else 3 * n + 1) (x * 1.5) in (f64.sin y * x, k + 1)

-- ==
-- entry: turns
-- input { } output { [true, true, true] }
entry turns =
  [ agrees (\xs -> [even 5 xs[0], even 6 xs[1]]) (some 2)
  , agrees (\xs -> [(ackermann 2 2 xs[0]).1, f64.i64 (ackermann 1 3 xs[1]).0 * (ackermann 2 1 xs[1]).1]) (some 2)
  , agrees (\xs -> let (y, k) = collatz 5 xs[0] in [y, f64.i64 k * xs[1]]) (some 2)
  ]

-- Results of every type, of which the way back needs some.
type pair = {a: f64, b: (i32, bool, f32)}
def kinds (n: i64) (x: f64) : pair =
  if n == 0 then {a = x, b = (3, x > 0.5, 0.5)}
  else let p = kinds (n - 1) (x * 1.1)
       let q = kinds (n - 2 |> i64.max 0) (x - 0.2)
       let (i, yes, s) = p.b
       let y = if yes then p.a * q.a else p.a * f64.i32 i
       in {a = y * f64.f32 s, b = (i + q.b.0, q.b.1 != yes, s + 0.25)}

-- Arrays, whose sizes change, of several dimensions, of no elements, and of booleans.
def sorted [n] (xs: [n]f64) : [n]f64 =
  if n <= 1 then copy xs
  else let h = n / 2
       let (as, bs) = (sorted (take h xs), sorted (drop h xs))
       in (loop (out, i, j) = (copy xs, 0, 0) for k < n do
             if j >= n - h || (i < h && as[i] <= bs[j])
             then (out with [k] = as[i] * 1.01, i + 1, j)
             else (out with [k] = bs[j] * bs[j], i, j + 1)).0

def growing (n: i64) (x: f64) : []f64 =
  if n == 0 then [] else let ys = growing (n - 1) (x * 0.9) in map (* x) ys ++ [f64.sum ys + x]

def tables (n: i64) (x: f64) : [][]f64 =
  if n == 0 then [[x, 1]]
  else let t = tables (n - 1) (f64.sin x) in map (map (* x)) t ++ map2 (map2 (*)) t (reverse t)

def choices (n: i64) (xs: []f64) : ([]bool, f64) =
  if n == 0 then (map (> 0.5) xs, 1)
  else let (bs, s) = choices (n - 1) (map (* 1.3) xs)
       in (map (\b -> b != (n % 2 == 0)) bs, s * f64.sum (map2 (\b x -> if b then x else f64.sin x) bs xs))

-- ==
-- entry: results
-- input { } output { [true, true, true, true, true] }
entry results =
  [ agrees (\xs -> [(kinds 3 xs[0]).a, (kinds 4 xs[1]).a]) (some 2)
  , agrees sorted (some 7)
  , agrees (\xs -> [f64.sum (growing 4 xs[0]), f64.product (growing 3 xs[1])]) (some 2)
  , agrees (\xs -> map f64.sum (transpose (tables 3 xs[0] :> [8][2]f64))) (some 2)
  , agrees (\xs -> [(choices 3 xs).1]) (some 3)
  ]

-- Calls in loops, in loops in branches, in while loops; states that change their shape, and arrays
-- that are updated in place around the calls.
def children (d: i64) (x: f64) : f64 =
  if d == 0 then f64.sin x
  else loop s = x for i < d + 1 do s * children (d - 1) (x + 0.1 * f64.i64 i) + s

def doubling (d: i64) (x: f64) : f64 =
  if d == 0 then x * x
  else (loop (s, k) = (x, 1) while k < 8 do
          if k % 4 == 1 then (s * doubling (d - 1) (s * 0.3), k * 2) else (s + f64.sin s, k + 1)).0

def in_place [n] (d: i64) (xs: *[n]f64) : *[n]f64 =
  if d == 0 then xs
  else loop ys = xs for i < n do
         let z = (in_place (d - 1) [ys[i], ys[(i + 1) % n] * 0.5])[0]
         in ys with [i] = ys[i] * z + f64.sin z

def longer (d: i64) (x: f64) : []f64 =
  if d == 0 then [x]
  else loop ys = [x] for i < d do ys ++ map (* ys[0]) (longer (d - 1) (x * 0.8 + ys[i]))

def nests (d: i64) (x: f64) : f64 =
  if d == 0 then f64.cos x
  else loop s = 1 for i < 2 do
         let t = loop t = s for j < i + 1 do t * nests (d - 1) (x + 0.1 * f64.i64 j)
         in s * t + x

-- ==
-- entry: in_loops
-- input { } output { [true, true, true, true, true] }
entry in_loops =
  [ agrees (\xs -> [children 2 xs[0], children 3 (xs[1] * 0.3)]) (some 2)
  , agrees (\xs -> [doubling 2 xs[0], doubling 1 xs[1]]) (some 2)
  , agrees (\xs -> in_place 2 (copy xs)) (some 3)
  , agrees (\xs -> [f64.sum (longer 2 xs[0]), f64.product (longer 1 xs[1])]) (some 2)
  , agrees (\xs -> [nests 2 xs[0], nests 3 (xs[1] * 0.3)]) (some 2)
  ]

-- Calls in maps, in folds, and in operators of folds.
def bushy (d: i64) (x: f64) : f64 =
  if d == 0 then f64.sin x
  else f64.sum (map (\i -> bushy (d - 1) (x + 0.1 * f64.i64 i) * x) (iota 3))

def rows (d: i64) (x: f64) : [2]f64 =
  if d == 0 then [x, f64.exp x]
  else let ts = map (\i -> map (* x) (rows (d - 1) (x * (0.5 + 0.1 * f64.i64 i)))) (iota 3)
       in reduce (map2 (*)) [1, 1] ts

def operator (d: i64) (x: f64) : f64 =
  if d == 0 then x * x
  else reduce (\a b -> a * operator (d - 1) b + b) 0.5 (map (\i -> x + 0.1 * f64.i64 i) (iota 3))
       + (scan (\a b -> a * operator (d - 1) (b * 0.5)) 1 [x, x * 0.7])[1]

def ragged (d: i64) (x: f64) : f64 =
  f64.sum (map (\i -> let ys = loop ys = [x] for j < i do ys ++ [x * 0.9]
                      in f64.sum (map (\y -> if i % 2 == 0 then y * ragged (i / 2) (y * 0.5) else f64.sin y) ys))
               (iota d))

-- ==
-- entry: in_maps
-- input { } output { [true, true, true, true] }
entry in_maps =
  [ agrees (\xs -> [bushy 2 xs[0], bushy 1 xs[1]]) (some 2)
  , agrees (\xs -> rows 2 xs[0]) (some 2)
  , agrees (\xs -> [operator 1 xs[0], operator 2 (xs[1] * 0.5)]) (some 2)
  , agrees (\xs -> [ragged 3 xs[0], ragged 4 xs[1]]) (some 2)
  ]

-- A recursive function in another's recursion, in one that is differentiated inside, and with rules
-- of its own.
def power (x: f64) (n: i64) : f64 = if n == 0 then 1 else x * power x (n - 1)
def outer (d: i64) (x: f64) : f64 =
  if d == 0 then power x 3 else power (outer (d - 1) (x * power x 2)) 2 * f64.sin x
def slopes (d: i64) (x: f64) : f64 =
  if d == 0 then x else vjp (\y -> power (y + x) 4) x 1 * 0.01 * slopes (d - 1) (x * 0.5)
def ruled (d: i64) (x: f64) : f64 =
  if d == 0 then x * x
  else with_vjp (\y -> ruled (d - 1) (y * 0.9)) (\r c -> 3 * c * r) x * checkpoint (\y -> ruled (d - 1) y) (x * x)

-- ==
-- entry: of_others
-- input { 3i64 } output { [true, true, true] }
entry of_others (n: i64) =
  let grad f (xs: [2]f64) = vjp f xs 1
  in [ agrees (\xs -> [outer 2 xs[0], outer 1 xs[1]]) (some 2)
     , agrees (\xs -> [slopes 2 xs[0], slopes 3 xs[1]]) (some 2)
     , near (grad (\xs -> ruled 0 xs[0] * xs[1]) [0.5, 2])[0] 2
       && near (vjp (ruled 1) 0.5 1) (3 * 0.2025 * 0.0625 + 0.2025 * 4 * 0.125) ]

-- Third order.
-- ==
-- entry: third
-- input { 0.7 } output { [true, true, true, true] }
entry third (x: f64) =
  let f x = power x 5
  let d1 x = vjp f x 1
  let d2 x = vjp d1 x 1
  in [ near (vjp d2 x 1) (60 * x * x), near (jvp d2 x 1) (60 * x * x)
     , near (vjp (\x -> jvp d1 x 1) x 1) (60 * x * x)
     , near (vjp (\x -> vjp (\x -> children 1 x) x 1) x 1)
            (jvp (\x -> jvp (\x -> children 1 x) x 1) x 1) ]

-- Signs of zeros, infinities and what is not a number come back from the tape as they are.
def special (n: i64) (x: f64) : f64 =
  if n == 0 then x else let y = special (n - 1) x in if n % 2 == 0 then y * y * x else f64.copysign 1 y / y

-- ==
-- entry: specials
-- input { } output { [true, true, true, true] }
entry specials =
  let zero (n: i64) (x: f64) : f64 = 1 / special n x
  let hold (n: i64) (x: f64) = vjp (\x -> x * stop_gradient (special n x)) x 1
  in [ zero 0 (-0.0) == -f64.inf
     , f64.isnan (vjp (special 2) f64.nan 1)
     , hold 1 (-0.0) == f64.inf
     , vjp (\x -> special 1 x) (-0.0) 1 == f64.nan || f64.isnan (vjp (special 1) (-0.0) 1)
       || vjp (special 1) (-0.0) 1 == -f64.inf || vjp (special 1) (-0.0) 1 == f64.inf ]

-- What fails on the way there fails with its message.
def failing (n: i64) (xs: []f64) : f64 =
  if n == 0 then xs[7] else let y = failing (n - 1) xs in y * y

-- ==
-- entry: fails
-- input { } error: 7.*out of bounds
entry fails = vjp (failing 3) [1, 2] 1

def asserting (n: i64) (x: f64) : f64 =
  let y = if n == 0 then x else asserting (n - 1) x * x
  in assert (n < 3) (y * y)

-- ==
-- entry: asserts
-- input { 2i64 } output { true }
-- input { 3i64 } error: Assertion
entry asserts (n: i64) = near (vjp (asserting n) 1 1) (jvp (asserting n) 1 1)
