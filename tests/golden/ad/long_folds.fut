-- Scans and histograms with any operator so long that their derivatives go by pieces: what comes
-- back along a direction is what goes there, w · (J v) = (Jᵀ w) · v; and known gradients.
-- ==
-- tags { threads }
-- entry: scans histograms
-- input { 16383i64 } output { [true, true, true, true] }
-- input { 16384i64 } output { [true, true, true, true] }
-- input { 20000i64 } output { [true, true, true, true] }
-- ==
-- entry: second
-- input { 17000i64 } output { true }
-- ==
-- entry: segments
-- input { 16500i64 } output { true }
-- ==
-- entry: inside_map
-- input { 50i64 } output { true }
-- input { 17000i64 } output { true }

import "lib/check"

def number (i: i64) (seed: i64) : f64 =
  let x = u64.i64 (i + 1) * 6364136223846793005 + u64.i64 seed * 1442695040888963407
  let x = (x ^ (x >> 31)) * 2862933555777941757
  in f64.u64 (x >> 40) / 16777216
def numbers (n: i64) (seed: i64) : [n]f64 = map (\i -> number i seed) (iota n)

def dot [n] (a: [n]f64) (b: [n]f64) = f64.sum (map2 (*) a b)

def transposes [n] [m] (f: [n]f64 -> [m]f64) : bool =
  let (xs, v, w) = (numbers n 1, map (\x -> x - 0.4) (numbers n 2), map (\x -> x - 0.3) (numbers m 3))
  let (there, back) = (dot w (jvp f xs v), dot (vjp f xs w) v)
  in f64.abs (there - back) <= 1e-9 * (1 + f64.abs there)

def both [n] (ps: [n](f64, f64)) : [n + n]f64 = let (a, b) = unzip ps in a ++ b :> [n + n]f64

def linear (a: f64, b: f64) (c: f64, d: f64) = (a * c, b * c + d)

entry scans (n: i64) =
  [ transposes (\(xs: [n]f64) ->
      both (scan linear (1, 0) (map (\x -> (0.5 + x / 2, x * x)) xs)))
  , transposes (\(xs: [n]f64) ->
      map (.1) (scan (\(f, x) (g, y) -> (f || g, if g then y else x * y)) (false, 1)
                     (zip (map (\i -> i % 9 == 0) (iota n)) xs)))
  , transposes (\(xs: [n]f64) ->
      scan (\a b -> f64.max a b + f64.log1p (f64.exp (-f64.abs (a - b)))) f64.lowest xs)
  , -- The operator has a variable of its own: its derivative is a sum over all of them.
    let op w (a: f64) (b: f64) = a + b + w * a * b / 100000
    in transposes (\(xs: [n]f64) -> scan (op xs[3]) 0 xs)
  ]

def places (n: i64) (k: i64) = map (\i -> (i * 7919 + i / 3) % (k + 2) - 1) (iota n)

entry histograms (n: i64) =
  [ transposes (\(xs: [n]f64) ->
      reduce_by_index (replicate 700 0.5) (\a b -> f64.min 10 (a + b)) 0 (places n 700) xs)
  , transposes (\(xs: [n]f64) ->
      both (reduce_by_index (replicate 90 (1, 0)) linear (1, 0) (places n 90)
                            (map (\x -> (0.5 + x / 2, x * x)) xs)))
  , let op w (a: f64) (b: f64) = a + b + w * a * b / 1000
    in transposes (\(xs: [n]f64) ->
         reduce_by_index (copy (take 50 xs)) (op xs[60]) 0 (places n 50) xs)
  , transposes (\(xs: [n]f64) ->
      flatten (reduce_by_index_2d (replicate 5 (replicate 7 0.1))
                                  (\a b -> f64.sqrt (a * a + b * b)) 0
                                  (zip (places n 5) (places n 7)) xs))
  ]

-- A gradient of a gradient.
entry second (n: i64) : bool =
  let energy (xs: [n]f64) =
    f64.sum (map (\(_, y) -> y * y) (scan linear (1, 0) (map (\x -> (x / 2, x)) xs)))
  in transposes (\(xs: [n]f64) -> vjp energy xs 1)

-- An infinite slope in one segment stays there.
entry segments (n: i64) : bool =
  let starts = map (\i -> i % 100 == 0) (iota n)
  let xs = map (\i -> if i / 100 == 80 then 0 else 1) (iota n)
  let roots (xs: [n]f64) =
    let sums = map (.1) (scan (\(f, x) (g, y) -> (f || g, if g then y else x + y)) (false, 0)
                              (zip starts xs))
    in f64.sum (map2 (\i s -> if i % 100 == 99 then f64.sqrt s else 0) (iota n) sums)
  let gradient = vjp roots xs 1
  in and (map2 (\i g -> if i / 100 == 80 then f64.isinf g else g >= 0 && g <= 0.06)
               (iota n) gradient)

-- Derived on its own, run in lanes: each has its own places.
entry inside_map (n: i64) : bool =
  let gradient (k: i64) : [n]f64 =
    vjp (\(xs: [n]f64) ->
           f64.sum (map (\x -> x * x)
                        (reduce_by_index (replicate 9 0.1) (\a b -> f64.sqrt (a * a + b * b * f64.i64 k))
                                         0 (map (* k) (places n 9)) xs)))
        (numbers n k) 1
  let one_by_one = loop all = replicate 3 (replicate n 0) for k < 3 do all with [k] = gradient (k + 1)
  in and (flatten (map2 (map2 (==)) (map gradient [1, 2, 3]) one_by_one))
