-- Functions that call themselves.

import "lib/check"

def power (x: f64) (n: i64) : f64 =
  if n == 0 then 1 else if n % 2 == 0 then let y = power x (n / 2) in y * y else x * power x (n - 1)

-- A tree of calls, on arrays of which each takes a part.
def tree [k] (xs: [k]f64) : f64 =
  if length xs == 1 then f64.sin xs[0]
  else let n = length xs / 2 in tree (take n xs) * tree (drop n xs) + f64.sum xs

-- Two results, of which often only one is wanted.
def fibonacci (x: f64) (n: i64) : (f64, f64) =
  if n == 0 then (x, 1) else let (a, b) = fibonacci x (n - 1) in (a * b, a + b)

-- ==
-- tags { threads }
-- entry: calls
-- input { } output { [true, true, true] }
entry calls =
  [ agrees (\xs -> [power xs[0] 7, power xs[1] 4]) (some 2)
  , agrees (\xs -> [tree xs]) (some 5)
  , agrees (\xs -> [(fibonacci xs[0] 4).0, (fibonacci xs[1] 3).1]) (some 2)
  ]

-- In a map, where the depth varies.
-- ==
-- entry: in_map
-- input { } output { true }
entry in_map = agrees (\xs -> map2 power xs (indices xs)) (some 4)

-- Arrays that are handed on as they are, of which each call reads a little: by a tree of calls, in
-- maps, under two names, beside a slice, and captured by a function.
def between [n] (xs: [n]f64) (lo: i64) (hi: i64) : f64 =
  if hi - lo == 1 then f64.sin xs[lo]
  else let m = (lo + hi) / 2 in between xs lo m * between xs m hi + xs[lo]

def two [n] (xs: [n]f64) (ys: [n]f64) (i: i64) (z: f64) : f64 =
  if i == n then z else two xs ys (i + 1) (z * xs[i] + ys[n - 1 - i] * f64.sum (map (* z) xs[0:i]))

def rows [n] [m] [k] (xs: [n][m]f64) (part: [k]f64) (i: i64) : [m]f64 =
  if i == 0 then xs[0] else map2 (*) xs[i] (map (+ f64.sum part) (rows xs (drop 1 part) (i - 1)))

def apply (f: i64 -> f64 -> f64) (i: i64) (x: f64) : f64 = if i == 0 then x else f i (apply f (i - 1) x)

-- ==
-- entry: handed_on
-- input { } output { [true, true, true, true, true, true, true] }
entry handed_on =
  [ agrees (\(xs: [5]f64) -> [between xs 0 5, between xs 1 3]) (some 5)
  , agrees (\(xs: [5]f64) -> map (\i -> between (map (* xs[i]) xs) 0 3 * between xs i (i + 1)) (iota 4)) (some 5)
  , agrees (\(xs: [4]f64) -> [two xs xs 0 1, two xs (reverse xs) 1 xs[2]]) (some 4)
  , agrees (\(xs: [6]f64) -> rows (unflatten (sized (2 * 3) xs)) xs[2:5] 1) (some 6)
  , agrees (\(xs: [4]f64) -> [apply (\i x -> f64.sin (x * xs[i]) + xs[0]) 3 xs[1]]) (some 4)
  , agrees (\(xs: [4]f64) -> loop ys = copy xs for i < 3 do ys with [i] = between ys 0 3 * between xs i 4) (some 4)
  , agrees (\(xs: [4]f64) -> let ys = map f64.exp xs
                             in [if xs[0] > 0 then between ys 0 4 else between xs 0 4, between ys 1 4 + ys[2]]) (some 4)
  ]

def sum_between [n] (xs: [n]f64) (lo: i64) (hi: i64) : f64 =
  if hi - lo == 1 then f64.sin xs[lo] else let m = (lo + hi) / 2 in sum_between xs lo m + sum_between xs m hi

-- The time is that of the calls, not of the calls times the array.
-- ==
-- entry: many
-- input { 300000i64 } output { true true }
entry many (n: i64) =
  let xs = map (\i -> f64.i64 (i % 7)) (iota n)
  let sum xs = sum_between xs 0 n
  in ( near_all (vjp sum xs 1) (map f64.cos xs)
     , near_all (vjp (\xs -> jvp sum xs (replicate n 2)) xs 1) (map (\x -> -2 * f64.sin x) xs) )

-- Arguments that change places: what depends on what is another matter in every call.
def shuffled (n: i64) (a: f64) (b: f64) (c: f64) (d: f64) (e: f64) (f: f64) (g: f64) (h: f64) : f64 =
  if n == 0 then a * b + c * d - f64.sin (e * f + g * h)
  else if n % 2 == 0 then shuffled (n - 1) b c d e f g h a
  else f64.cos (shuffled (n - 1) b a c e d f g h) + shuffled (n - 1) c b a d e h g f

-- ==
-- entry: shuffles
-- input { } output { true }
entry shuffles = agrees (\(xs: [4]f64) -> [shuffled 7 xs[0] 1 xs[1] 2 xs[2] 3 xs[3] 0.5, shuffled 4 1 xs[0] 1 1 1 1 xs[1] 2]) (some 4)


-- Where no cotangent has come to, none is made up: the derivative there may be infinite. The last b
-- is used by nobody. The answers are those of what the function and the loop come to.
def roots (n: i64) (x: f64) : (f64, f64) =
  if n == 0 then (x, 1) else let (a, b) = roots (n - 1) (x + 1) in (a * 2 + b, f64.sqrt x)

def turns (n: i64) (x: f64) : f64 =
  (loop (a, b) = (x, 1) for i < n do (2 * a + b, f64.sqrt (x - f64.i64 i))).0

def slopes (f: f64 -> f64) (x: f64) : [7]f64 =
  let gradient x = vjp f x 1
  let slope x = jvp f x 1
  in [ gradient x, slope x, vjp gradient x 1, jvp gradient x 1, vjp slope x 1, jvp slope x 1
     , vjp (\x -> vjp gradient x 1) x 1 ]

-- ==
-- entry: not_there
-- input { 3i64 } output { true true }
entry not_there (n: i64) =
  let truth = slopes (\x -> 8 * x + 26 + 2 * f64.sqrt (x + 2) + f64.sqrt (x + 1)) 0
  in (near_all (slopes (\x -> (roots n x).0) 0) truth, near_all (slopes (turns n) 2) truth)

-- Of an argument that is a number to count by, of one that becomes active inside, of two results
-- and of places on a tape forward mode knows which have tangents.
def sums (n: i64) (x: f64) (k: i64) (sum: f64) : (f64, i64) =
  if n == 0 then (sum, k)
  else let (s, l) = sums (n - 1) (x * 0.9) (k + n) (sum + f64.sin x) in (s * x + f64.i64 l, l - 1)

-- ==
-- entry: counted
-- input { } output { [true, true] }
entry counted =
  [ agrees (\xs -> [(sums 5 xs[0] 2 0).0, (sums 3 1 0 xs[1]).0]) (some 2)
  , agrees (\xs -> let (s, k) = sums 4 xs[0] 1 xs[1] in [s * f64.i64 k, xs[1]]) (some 2) ]
