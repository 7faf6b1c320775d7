-- Branches and matches: the one that is taken counts, with everything it reads.

import "lib/check"

-- ==
-- entry: branches
-- input { } output { [true, true, true, true] }
entry branches =
  let f (xs: [4]f64) = if xs[0] > 0 then [xs[1] * xs[2], xs[0]] else map f64.exp (take 2 xs)
  let g (xs: [4]f64) = [if f64.sum xs > 100 then 0 else if xs[1] > xs[0] then xs[0] * xs[0] else xs[3] / xs[2]]
  in [ agrees f [1, 2, 3, 4], agrees f [-1, 2, 3, 4], agrees g [1, 2, 3, 4], agrees g [2, 1, 3, 4] ]

-- Arrays come out of a branch whole, overwritten in part, or from elsewhere.
-- ==
-- entry: arrays
-- input { } output { [true, true] }
entry arrays =
  let f (xs: [4]f64) =
    let ys = map f64.sin xs
    let zs = if xs[0] > 0 then ys with [1] = xs[2] * ys[1] else map (* xs[3]) ys
    in map2 (*) zs zs
  in [ agrees f [1, 2, 3, 4], agrees f [-1, 2, 3, 4] ]

type shape = #disc f64 | #box {w: f64, h: f64} | #path [3]f64 | #nothing

def area (s: shape) : f64 =
  match s
  case #disc r -> f64.pi * r * r
  case #box {w, h} -> w * h
  case #path xs -> f64.product xs
  case #nothing -> 1

-- Values of sum types on the way, from branches, in loops and in arrays.
-- ==
-- entry: matches
-- input { } output { [true, true, true] }
entry matches =
  let shape_of (i: i64) (x: f64) : shape =
    if i % 4 == 0 then #disc x
    else if i % 4 == 1 then #box {w = x, h = x + 1}
    else if i % 4 == 2 then #path [x, 2, x] else #nothing
  in [ agrees (\xs -> map area (map2 shape_of (indices xs) xs)) (some 5)
     , agrees (\xs -> let s = loop s = #disc xs[0] for i < 6 do
                        match s case #disc r -> #box {w = r * xs[1], h = r}
                                case #box {w, h} -> #path [w, h, w]
                                case #path p -> #disc (p[0] + p[1] * xs[2])
                                case #nothing -> #nothing
                      in [area s])
              (some 3)
     , agrees (\xs -> [match (xs[0], xs[1]) case (0.5, y) -> y * xs[2] case (x, y) -> x * y])
              [0.25, 2, 3]
     ]

-- The derivative of a sum value keeps the constructor.
-- ==
-- entry: of_sums
-- input { 3.0 } output { true true }
entry of_sums (r: f64) =
  let grow (s: shape) = match s case #disc r -> #disc (r * r) case other -> other
  let a = match jvp grow (#disc r) (#disc 1) case #disc d -> d == 2 * r case _ -> false
  let b = match vjp area (#box {w = r, h = 5}) 1 case #box {w, h} -> w == 5 && h == r case _ -> false
  in (a, b)
