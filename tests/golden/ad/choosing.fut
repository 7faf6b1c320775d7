-- Reductions whose operator only chooses: the element that is chosen takes the cotangent, whatever
-- the operator looks at; what it computes takes part as in any other.

import "lib/check"

def larger (a: f64, i: i64) (b: f64, j: i64) : (f64, i64) = if b > a then (b, j) else (a, i)

def peak [n] (xs: [n]f64) : (f64, i64) = reduce larger (f64.lowest, -1) (zip xs (iota n))

-- ==
-- tags { threads }
-- entry: chosen
-- input { } output { [true, true, true, true, true, true] }
entry chosen =
  [ agrees (\xs -> let (x, i) = peak xs in [x * x * xs[(i + 1) % 5]]) (some 5)
  , -- the value goes with a key
    agrees (\xs -> let (k, v) = reduce (\(k, v) (l, w) -> if l < k then (l, w) else (k, v)) (f64.inf, 0)
                                       (zip xs (map f64.sin xs))
                   in [v, k * v])
           (some 6)
  , -- a choice in a choice
    agrees (\xs ->
              let op (a: f64, s: f64) (b, t) =
                if s > 0.3 then (if t > 0.3 then (if a < b then (a, s) else (b, t)) else (a, s))
                else (b, t)
              let (a, s) = reduce op (9, 0) (zip (map (* 2) xs) (reverse xs))
              in [a * s])
           (some 7)
  , -- the neutral element is chosen
    agrees (\xs -> let (a, _) = reduce larger (xs[0] + 9, -1) (zip xs (iota 4)) in [a * a]) (some 4)
  , -- the last, whatever it is
    agrees (\xs -> [f64.exp (reduce (\_ b -> b) xs[2] xs)]) (some 5)
  , -- in a map
    agrees (\xs -> map (\row -> let (x, i) = peak row in x * row[i / 2]) (unflatten (sized (3 * 4) xs)))
           (some 12)
  ]

-- Not only chosen: a number is computed, in one column or in one branch.
-- ==
-- entry: computed
-- input { } output { [true, true, true] }
entry computed =
  [ agrees (\xs -> let (a, s) = reduce (\(a, s) (b, t) -> (if b > a then b else a, s + t * t)) (-9, 0) (zip xs xs)
                   in [a * s])
           (some 5)
  , agrees (\xs -> [reduce (\a b -> if a > b then a else b + 0.5 * a) 0.1 xs]) (some 5)
  , agrees (\xs -> [reduce (\a b -> if a > xs[1] then a else b) 0 xs, reduce (\a b -> if a > b then a else xs[1]) 0 xs])
           (some 4)
  ]

-- Of equal ones the operator says which; an empty array leaves the neutral element.
-- ==
-- entry: ties
-- input { [1.0, 3.0, 3.0, 1.0] } output { [0.0, 1.0, 0.0, 0.0] [0.0, 0.0, 1.0, 0.0] 1.0 }
entry ties (xs: []f64) =
  let last (a: f64, i: i64) (b: f64, j: i64) = if b >= a then (b, j) else (a, i)
  let best op xs = (reduce op (f64.lowest, -1) (zip xs (indices xs))).0
  in (vjp (best larger) xs 1, vjp (best last) xs 1, vjp (\e -> (reduce larger (e, -1) []).0) 2 1)

-- Long enough for blocks.
-- ==
-- entry: long
-- input { 100000i64 } output { [77777i64] [2.0] }
entry long (n: i64) =
  let xs = tabulate n (\i -> if i == 77777 then 1 else f64.sin (f64.i64 i) * 0.9)
  let g = vjp (\xs -> let (x, _) = peak xs in x * x) xs 1
  in unzip (filter (\(_, x) -> x != 0) (zip (iota n) g))
