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
