-- Maps: of scalars and rows, over free variables of every kind, nested, irregular inside.

import "lib/check"

-- ==
-- entry: maps
-- input { } output { [true, true, true, true] }
entry maps =
  [ agrees (map f64.sin) (some 4)
  , agrees (\xs -> map2 (*) xs (reverse xs)) (some 5)
  , agrees (\xs -> let (a, b) = unzip (map (\x -> (x * x, f64.exp x)) xs) in a ++ b :> [8]f64) (some 4)
  , agrees (\xs -> flatten (map (\x -> map (* x) xs)  xs)) (some 3)
  ]

-- What a map reads of the arrays around it: the same place in each iteration, another one, all.
-- ==
-- entry: free
-- input { } output { [true, true, true, true] }
entry free =
  [ agrees (\xs -> map (\i -> xs[i] * xs[0]) (iota 4)) (some 4)
  , agrees (\xs -> map (\i -> xs[(i * 3) % 5] * f64.i64 i) (iota 7)) (some 5)
  , agrees (\xs -> map (\x -> x * f64.sum xs) xs) (some 4)
  , agrees (\xs -> let m = unflatten (sized (2 * 3) xs)
                   in map (\i -> f64.product m[i % 2] + m[1, i]) (iota 3))
           (some 6)
  ]

-- ==
-- entry: inside
-- input { } output { [true, true, true] }
entry inside =
  [ agrees (\xs -> map (\x -> loop y = x for i < 3 do f64.sin (y * xs[i])) xs) (some 4)
  , agrees (\xs -> map (\i -> f64.sum (map (\j -> xs[j] * xs[j]) (iota (i + 1)))) (iota 4)) (some 4)
  , agrees (\xs -> map (\x -> if x > 0.5 then x * xs[0] else f64.exp x) xs) (some 5)
  ]

-- Empty ones.
-- ==
-- entry: empty
-- input { 3.0 } output { 0.0 1.0 }
entry empty (x: f64) =
  (vjp (\x -> f64.sum (map (* x) [])) x 1, vjp (\x -> x + f64.product (map (* x) [])) x 1)
