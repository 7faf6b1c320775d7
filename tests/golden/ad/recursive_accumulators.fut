-- Recursive functions that add to accumulators.

import "lib/check"

def write = intrinsics.acc_write

-- x, x^2, x^3, ... in places 0, 1, 2, ...
def powers [k] (acc: *intrinsics.acc ([k]f64)) (i: i64) (x: f64) (y: f64)
  : *intrinsics.acc ([k]f64) =
  if i == k then acc else powers (write acc i y) (i + 1) x (x * y)

def sum_of_powers (k: i64) (x: f64) =
  f64.sum (intrinsics.hist_stream (replicate k 0) (+) 0
                                  (\(acc: *intrinsics.acc ([k]f64)) x -> powers acc 0 x x) [x])

-- x + x^2 + x^3 at 2: 1 + 4 + 12, then 2 + 12.
-- ==
-- entry: numbers
-- input { 2.0 } output { 14.0 17.0 17.0 14.0 14.0 }
entry numbers (x: f64) =
  let f = sum_of_powers 3
  in (f x, jvp f x 1, vjp f x 1, jvp (\x -> vjp f x 1) x 1, vjp (\x -> jvp f x 1) x 1)

-- Places that do not exist, and no places at all.
-- ==
-- entry: nowhere
-- input { } output { [0.0, 0.0, 1.0, 1.0] [5.0, 0.0] }
entry nowhere =
  let outside (x: f64) = (intrinsics.hist_stream [1f64] (+) 0 (\(acc: *intrinsics.acc ([1]f64)) x -> powers (write acc (-1) x) 1 x x) [x])[0]
  let none (xs: [0]f64) = f64.sum (intrinsics.hist_stream (replicate 2 0) (+) 0 (\(acc: *intrinsics.acc ([2]f64)) x -> powers acc 0 x x) xs)
  in ( [ sum_of_powers 0 2, vjp (sum_of_powers 0) 2 1, f64.i64 (length (vjp none [] 1)) + 1, jvp none [] [] + 1]
     , [ vjp outside 5 1 + 5, jvp outside 5 1 ] )

-- Thousands of levels: the sum of sin x / i, and of its slopes.
def deep_step [k] (acc: *intrinsics.acc ([k]f64)) (i: i64) (x: f64) : *intrinsics.acc ([k]f64) =
  if i == 0 then acc else deep_step (write acc (i % k) (f64.sin x / f64.i64 i)) (i - 1) x

-- ==
-- entry: deep
-- input { 5000i64 } output { [true, true, true] }
-- input { 0i64 } output { [true, true, true] }
entry deep (n: i64) =
  let f x = f64.sum (intrinsics.hist_stream (replicate 7 0) (+) 0
                                            (\(acc: *intrinsics.acc ([7]f64)) x -> deep_step acc n x) [x])
  let harmonic = f64.sum (map (\i -> 1 / f64.i64 (i + 1)) (iota n))
  in [ near (vjp f 0.5 1) (harmonic * f64.cos 0.5)
     , near (jvp f 0.5 1) (harmonic * f64.cos 0.5)
     , near (jvp (\x -> vjp f x 1) 0.5 1) (-harmonic * f64.sin 0.5) ]

-- The same with a product, whose updates are written out: (1 + x/n)^n.
def multiply [k] (acc: *intrinsics.acc ([k]f64)) (i: i64) (x: f64) : *intrinsics.acc ([k]f64) =
  if i == 0 then acc else multiply (write acc 0 x) (i - 1) x

-- ==
-- entry: deep_product
-- input { 3000i64 } output { [true, true] }
entry deep_product (n: i64) =
  let f x = (intrinsics.hist_stream [1f64] (*) 1
                                    (\(acc: *intrinsics.acc ([1]f64)) x ->
                                       let step = 1 + x / f64.i64 n in multiply acc n step) [x])[0]
  let truth = (1 + 0.5 / f64.i64 n) ** f64.i64 (n - 1)
  in [near (vjp f 0.5 1) truth, near (jvp f 0.5 1) truth]

-- Divide and conquer: every part adds to the bin of its depth, and the halves add to theirs.
def divide [k] [n] (acc: *intrinsics.acc ([k]f64)) (depth: i64) (xs: [n]f64)
  : *intrinsics.acc ([k]f64) =
  let acc = write acc depth (f64.product xs)
  in if n <= 1 then acc
     else divide (divide acc (depth + 1) (take (n / 2) xs)) (depth + 1) (map f64.sin (drop (n / 2) xs))

-- ==
-- entry: divided
-- input { } output { [true, true, true, true] }
entry divided =
  [ agrees (\xs -> intrinsics.hist_stream (copy xs[0:3]) (+) 0
                     (\(acc: *intrinsics.acc ([3]f64)) i -> divide acc i (map (* xs[i]) xs)) (iota 2)) (some 5)
  , agrees (\xs -> intrinsics.hist_stream (copy xs[0:3]) (*) 1
                     (\(acc: *intrinsics.acc ([3]f64)) i -> divide acc i (map (* xs[i]) xs)) (iota 2)) (some 5)
  , agrees (\xs -> intrinsics.hist_stream (copy xs[0:3]) f64.max f64.lowest
                     (\(acc: *intrinsics.acc ([3]f64)) i -> divide acc i (map (* xs[i]) xs)) (iota 2)) (some 5)
  , agrees (\xs -> intrinsics.scatter_stream (copy xs[0:3])
                     (\(acc: *intrinsics.acc ([3]f64)) i -> divide acc i (map (* xs[i]) xs)) (iota 2)) (some 5)
  ]

-- The accumulator comes back beside results, which are used.
def beside [k] (acc: *intrinsics.acc ([k]f64)) (i: i64) (x: f64) : (f64, *intrinsics.acc ([k]f64), f64) =
  if i == k then (x, acc, x * x)
  else let (a, acc, b) = beside (write acc i (f64.sin x)) (i + 1) (x * 1.5)
       let acc = write acc i (a * b)
       in (f64.cos a + b, acc, a * x)

-- ==
-- entry: with_results
-- input { } output { [true, true, true, true] }
entry with_results =
  let f (xs: [3]f64) (acc: *intrinsics.acc ([2]f64)) (i: i64) : *intrinsics.acc ([2]f64) =
        let (a, acc, b) = beside acc 0 xs[i]
        in write acc (i % 2) (a * b * xs[0])
  in [ agrees (\xs -> intrinsics.hist_stream (map f64.exp xs[0:2]) (+) 0 (f xs) (iota 3)) (some 3)
     , agrees (\xs -> intrinsics.hist_stream (map f64.exp xs[0:2]) (*) 1 (f xs) (iota 3)) (some 3)
     , agrees (\xs -> intrinsics.scatter_stream (map f64.exp xs[0:2]) (f xs) (iota 3)) (some 3)
     -- results that nothing reaches
     , agrees (\xs -> intrinsics.hist_stream (copy xs[0:2]) (+) 0
                        (\(acc: *intrinsics.acc ([2]f64)) i -> (beside acc 0 xs[i]).1) (iota 3)) (some 3)
     ]

-- Every level has an accumulator of its own, adds to it through itself, and adds what came of it.
def levels (op: f64 -> f64 -> f64) (depth: i64) (x: f64) (acc: *intrinsics.acc ([3]f64)) : *intrinsics.acc ([3]f64) =
  let own = intrinsics.hist_stream (replicate 3 x) op 1
              (\(inner: *intrinsics.acc ([3]f64)) i ->
                 if depth > 0 then levels op (depth - 1) (f64.sin x) inner else write inner i (x * x))
              [2i64, 1]
  in write (write acc 2 (f64.sum own)) depth (own[1] * x)

-- ==
-- entry: own
-- input { } output { [true, true, true] }
entry own =
  let f outer inner xs = intrinsics.hist_stream (copy xs[0:3]) outer 1
                           (\(acc: *intrinsics.acc ([3]f64)) i -> levels inner i xs[i] acc) (iota 3)
  in [ agrees (f (+) (+)) (some 3), agrees (f (+) (*)) (some 3), agrees (f (*) (*)) (some 3) ]

-- Elements that are pairs, operators that mix them.
def pairs [k] (acc: *intrinsics.acc ([k](f64, f64))) (i: i64) (x: f64) : *intrinsics.acc ([k](f64, f64)) =
  if i < 0 then acc else pairs (write acc i (x, f64.cos x)) (i - 1) (x * x + 0.1)

-- ==
-- entry: several
-- input { } output { [true, true, true, true] }
entry several =
  let twice (xs: [4]f64) =
        -- an accumulator inside another one's function
        intrinsics.hist_stream (copy xs[0:2]) (+) 0
          (\(acc: *intrinsics.acc ([2]f64)) i ->
             let other = intrinsics.hist_stream (replicate 2 xs[i]) (*) 1
                           (\(acc': *intrinsics.acc ([2]f64)) j -> multiply (write acc' j xs[j]) 2 xs[i]) (iota 2)
             in write acc i (f64.sum other))
          (iota 4)
  let affine (a: f64, b: f64) (c: f64, d: f64) = (a * c, b * c + d)
  let plus (a: f64, b: f64) (c: f64, d: f64) = (a + c, b + d)
  let of_pairs op (xs: [4]f64) =
        let (a, b) = unzip (intrinsics.hist_stream (zip xs[0:2] (xs[2:4] :> [2]f64)) op (1, 0)
                              (\(acc: *intrinsics.acc ([2](f64, f64))) i -> pairs acc (i % 3) xs[i]) (iota 4))
        in a ++ b :> [4]f64
  -- the operator has a variable of its own
  let own (xs: [4]f64) = intrinsics.hist_stream (copy xs[0:3]) (\a b -> a + b + xs[3] * a * b) 0
                           (\(acc: *intrinsics.acc ([3]f64)) i -> divide acc i xs[0:2]) (iota 2)
  in [ agrees twice (some 4), agrees (of_pairs affine) (some 4), agrees (of_pairs plus) (some 4), agrees own (some 4) ]

-- In maps, loops, branches and matches of the recursion; functions that are passed on.
def walk [k] (f: f64 -> f64) (acc: *intrinsics.acc ([k]f64)) (n: i64) (xs: [k]f64) : *intrinsics.acc ([k]f64) =
  if n == 0 then acc
  else let acc = loop acc for i < n do if xs[i] > 0.5 then write acc i (f xs[i]) else write (write acc i 1) 0 (xs[i] * xs[0])
       in walk f acc (n - 1) (map f xs)

-- ==
-- entry: inside
-- input { } output { [true, true, true] }
entry inside =
  let f op (xs: [3]f64) = intrinsics.hist_stream (copy xs) op 1
                            (\(acc: *intrinsics.acc ([3]f64)) i -> walk (\x -> x * f64.sin (x + xs[0])) acc i xs) (iota 3)
  in [ agrees (f (+)) (some 3), agrees (f (*)) (some 3)
     -- the call is in a loop, and its argument is a state
     , agrees (\xs -> intrinsics.hist_stream (copy xs) (+) 0
                        (\(acc: *intrinsics.acc ([3]f64)) i ->
                           (loop (acc, y) = (acc, xs[i]) for j < 3 do (powers acc j y (y * xs[j]), f64.sin y)).0)
                        (iota 2)) (some 3) ]

-- A derivative inside the function that adds.
def slopes [k] (acc: *intrinsics.acc ([k]f64)) (i: i64) (x: f64) : *intrinsics.acc ([k]f64) =
  if i == k then acc else slopes (write acc i (vjp (\y -> f64.sin (x * y)) x 1)) (i + 1) (x * x)

-- ==
-- entry: of_derivatives
-- input { } output { true }
entry of_derivatives =
  agrees (\xs -> intrinsics.hist_stream (copy xs) (+) 0
                   (\(acc: *intrinsics.acc ([3]f64)) i -> slopes acc i xs[i]) (iota 3)) (some 3)

-- Nothing that is added depends on what is differentiated, but what is there already does.
def quiet [k] (acc: *intrinsics.acc ([k]f64)) (i: i64) : *intrinsics.acc ([k]f64) =
  if i < 0 then acc else quiet (write acc i 3) (i - 1)

-- ==
-- entry: constants
-- input { } output { [true, true, true] }
entry constants =
  let f op xs = intrinsics.hist_stream (copy xs[0:4]) op 1
                  (\(acc: *intrinsics.acc ([4]f64)) i -> write (quiet acc i) i xs[i]) (iota 4)
  let inner (xs: [4]f64) =
        intrinsics.hist_stream (copy xs) (*) 1
          (\(acc: *intrinsics.acc ([4]f64)) i ->
             let ks = intrinsics.hist_stream (replicate 3 1) (+) 0
                        (\(acc': *intrinsics.acc ([3]f64)) j -> quiet acc' j) [i, 1]
             in write (quiet acc i) i ks[0])
          (iota 4)
  in [agrees (f (+)) (some 4), agrees (f (*)) (some 4), agrees inner (some 4)]

-- A result that counts only from the second turn on, going backwards, beside additions that always do.
def down [k] (acc: *intrinsics.acc ([k]f64)) (i: i64) (x: f64) : (f64, *intrinsics.acc ([k]f64)) =
  if i < 0 then (x, acc)
  else let (y, acc) = down (write acc i (x * x)) (i - 1) (x * 1.1) in (x * y, acc)

-- ==
-- entry: late
-- input { } output { true }
entry late =
  agrees (\xs -> intrinsics.hist_stream (copy xs) (+) 0
                   (\(acc: *intrinsics.acc ([4]f64)) i ->
                      let (acc, _, r) = loop (acc, s, r) = (acc, 1, 1) for j < 3 do
                                          let (next, acc) = down acc j (xs[i] * f64.sqrt (xs[j] + 2))
                                          in (acc, next, r * s)
                      in write acc 3 r)
                   (iota 4))
         (some 4)
