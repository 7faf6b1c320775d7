-- Reductions by the operators that have rules of their own, and by any other.

import "lib/check"

-- ==
-- entry: sums
-- input { } output { [true, true, true] }
entry sums =
  [ agrees (\xs -> [reduce (+) 0 (map (\x -> x * x) xs)]) (some 5)
  , agrees (\xs -> [reduce_comm (+) xs[0] xs]) (some 4)
  -- of rows
  , agrees (\xs -> reduce (map2 (+)) [0, 0] (unflatten (sized (3 * 2) (map f64.exp xs)))) (some 6)
  ]

-- ==
-- entry: extrema
-- input { } output { [true, true, true, true] }
entry extrema =
  [ agrees (\xs -> [f64.maximum (map (\x -> x * x) xs)]) (some 5)
  , agrees (\xs -> [f64.minimum (map f64.cos xs)]) (some 5)
  -- the neutral element is the least of all
  , agrees (\xs -> [reduce f64.min (xs[0] - 9) xs]) (some 5)
  , agrees (\xs -> reduce (map2 f64.max) [0, 0] (unflatten (sized (3 * 2) xs))) (some 6)
  ]

-- Of equal extrema the first counts; an empty array leaves the neutral element.
-- ==
-- entry: ties
-- input { [1.0, 3.0, 3.0, 1.0] }
-- output { [0.0, 1.0, 0.0, 0.0] [1.0, 0.0, 0.0, 0.0] 1.0 0.0 }
entry ties (xs: []f64) =
  let largest (e: f64) (n: i64) = reduce f64.max e (take n xs)
  in (vjp f64.maximum xs 1, vjp f64.minimum xs 1, vjp (\e -> largest e 0) 2 1, vjp (\e -> largest e 4) 2 1)

-- Products have no division in their rule: zeros are nothing special, to any order.
-- ==
-- entry: products
-- input { } output { [true, true, true, true, true] }
entry products =
  [ agrees (\xs -> [f64.product xs]) (some 5)
  , agrees (\xs -> [f64.product xs]) [2, 0, 3]
  , agrees (\xs -> [f64.product xs]) [0, 5, 0]
  , agrees (\xs -> [reduce (*) xs[0] xs]) (some 4)
  , agrees (\xs -> reduce (map2 (*)) [1, 1] (unflatten (sized (3 * 2) xs))) [1, 2, 0, 3, 4, 5]
  ]

-- No product overflows that the gradient does not need.
-- ==
-- entry: large_products
-- input { } output { true }
entry large_products =
  let g = vjp f64.product [1e200, 1e-200, 1e200, 0] 1
  in near (g[3] / 1e200) 1 && g[0] == 0

-- ==
-- entry: any_operator
-- input { } output { [true, true, true, true] }
entry any_operator =
  let affine (a: f64, b: f64) (c: f64, d: f64) = (a * c, b * c + d)
  let times [n] (a: [n][n]f64) (b: [n][n]f64) =
    map (\r -> map (\c -> f64.sum (map2 (*) r c)) (transpose b)) a
  in [ agrees (\xs -> let (a, b) = reduce affine (1, 0) (map (\x -> (f64.cos x, x)) xs) in [a, b])
              (some 5)
     -- neither commutative nor on columns alone; only one of the results matters
     , agrees (\xs -> [(reduce affine (1, 0) (map (\x -> (x, x * x)) xs)).1]) (some 5)
     , agrees (\xs -> flatten (reduce times [[1, 0], [0, 1]]
                                      (unflatten_3d (sized (3 * 2 * 2) xs))) :> [4]f64)
              (some 12)
     -- the operator has a variable of its own
     , agrees (\xs -> [reduce (\a b -> a + b + xs[0] * a * b) 0 xs]) (some 4)
     ]

-- Long enough for the reduction to be done in blocks.
-- ==
-- entry: long
-- input { } output { [true, true, true] }
entry long =
  let xs = map (\i -> 1 + 0.001 * f64.sin (f64.i64 i)) (iota 5000)
  let p = f64.product xs
  let op (a: f64, b: f64) (c: f64, d: f64) = (a * c, b * c + d)
  let (_, b) = reduce op (1, 0) (map (\x -> (0.5, x)) xs)
  let g = vjp (\xs -> (reduce op (1, 0) (map (\x -> (0.5, x)) xs)).1) xs 1
  in [ near_all (vjp f64.product xs 1) (map (p /) xs)
     , near (f64.sum (map2 (*) g xs)) b
     , near_all (vjp f64.maximum xs 1) (map (\x -> f64.bool (x == f64.maximum xs)) xs)
     ]

-- Within a map, and over what a map around varies.
-- ==
-- entry: nested
-- input { } output { [true, true] }
entry nested =
  [ agrees (\xs -> map (\x -> f64.product (map (+ x) xs)) xs) (some 4)
  , agrees (\xs -> map (\row -> f64.maximum row + f64.sum row * f64.minimum xs)
                       (unflatten (sized (2 * 3) xs)))
           (some 6)
  ]

-- An extremum of a map's results is that of one element, which alone is swept.
-- ==
-- entry: chosen_elements
-- input { } output { [true, true, true, true, true, true] }
entry chosen_elements =
  let waves (xs: []f64) = map (\i -> f64.sin (xs[0] * f64.i64 i) + xs[1]) (iota 7)
  in [ agrees (\xs -> [f64.minimum (waves xs)]) (some 2)
     , agrees (\xs -> [reduce f64.max (xs[1] + 9) (waves xs)]) (some 2)
     , agrees (\xs -> map (\x -> f64.maximum (map (\y -> x * y - y * y) xs)) xs) (some 5)
     , agrees (\xs -> vjp (\xs -> f64.maximum (map (\x -> x * x * xs[1]) xs)) xs 1) (some 4)
     -- what is chosen from is weighed too
     , agrees (\xs -> let ys = waves xs in [f64.minimum ys * f64.sum ys]) (some 2)
     -- rows
     , agrees (\xs -> [f64.maximum (map (\row -> f64.sum (map (** 2) row)) (unflatten (sized (3 * 2) xs)))])
              (some 6)
     ]

-- ==
-- entry: chosen_of_none
-- input { [1.0, 2.0] } output { [0.0, 0.0] 1.0 [0.0, 0.0] }
entry chosen_of_none (xs: [2]f64) =
  let largest (e: f64) (n: i64) = reduce f64.max e (map (\x -> x * xs[1]) (take n xs))
  in ( vjp (\xs -> reduce f64.max 3 (map (* 2) (take 0 xs))) xs 1
     , vjp (\e -> largest e 0) 2 1
     , vjp (\xs -> f64.maximum (map (* f64.nan) xs)) xs 1)

-- Many elements are folded in pieces. The derivatives are those of the loop.
def as_loop 'a [n] (op: a -> a -> a) (ne: a) (xs: [n]a) : a = loop s = ne for x in xs do op s x

def same [n] (f: [n]f64 -> f64) (g: [n]f64 -> f64) (xs: [n]f64) : bool =
  let close x y = f64.abs (x - y) <= 1e-9 * (1 + f64.abs y)
  let hessian f = vjp (\xs -> vjp f xs 1) xs (map f64.cos xs)
  in and (map2 close (vjp f xs 1) (vjp g xs 1)) && and (map2 close (hessian f) (hessian g))

-- ==
-- entry: of_many
-- input { 16383i64 } output { [true, true, true] }
-- input { 16384i64 } output { [true, true, true] }
-- input { 17001i64 } output { [true, true, true] }
entry of_many (n: i64) =
  let xs = tabulate n (\i -> f64.sin (f64.i64 (i * i % 1001)))
  let affine (a: f64, b: f64) (c: f64, d: f64) = (a * c, b * c + d)
  let lines = map (\x -> (1 + x / 1e4, x))
  let lse (m: f64, s: f64) (k: f64, t: f64) =
    let l = f64.max m k in (l, s * f64.exp (m - l) + t * f64.exp (k - l))
  let log_sum (m: f64, s: f64) = m + f64.log s
  let best (x: f64, i: i64) (y: f64, j: i64) = if y > x then (y, j) else (x, i)
  in [ same (\xs -> (reduce affine (1, 0) (lines xs)).1) (\xs -> (as_loop affine (1, 0) (lines xs)).1) xs
     , same (\xs -> log_sum (reduce lse (-f64.inf, 0) (map (\x -> (x, 1)) xs)))
            (\xs -> log_sum (as_loop lse (-f64.inf, 0) (map (\x -> (x, 1)) xs)))
            xs
     , same (\xs -> (reduce best (xs[3], -1) (zip (map (** 3) xs) (iota n))).0)
            (\xs -> (as_loop best (xs[3], -1) (zip (map (** 3) xs) (iota n))).0)
            xs
     ]
