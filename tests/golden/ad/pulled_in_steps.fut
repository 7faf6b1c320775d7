-- Sums gather in cotangents that are still read: of both, of bodies that pull each other and move,
-- forward mode says the same.
-- ==
-- entry: agree
-- input { 7i64 5i64 } output { true }
-- input { 37i64 4i64 } output { true }
-- input { 1i64 3i64 } output { true }
-- input { 0i64 3i64 } output { true }

def step [n] (xs: [n]f64) (vs: [n]f64) : ([n]f64, [n]f64) =
  let pulls = map (\x -> f64.sum (map (\y -> (y - x) / (1 + (y - x) * (y - x))) xs)) xs
  let vs = map2 (\v p -> v + 0.1 * p) vs pulls
  let xs = map2 (\x v -> x + 0.2 * v) xs vs
  let pulls = map (\x -> f64.sum (map (\y -> (y - x) / (1 + (y - x) * (y - x))) xs)) xs
  in (xs, map2 (\v p -> v + 0.1 * p) vs pulls)

def loss [n] (k: i64) (xs: [n]f64) (vs: [n]f64) : f64 =
  let (xs, vs) = loop (xs, vs) for _i < k do step xs vs
  in f64.sum (map2 (\x v -> x * x * v + v * v) xs vs)

def gradient [n] (xs: [n]f64) (vs: [n]f64) (k: i64) : [n]f64 = vjp (loss k xs) vs 1

def unit (n: i64) (i: i64) : [n]f64 = map (\j -> f64.bool (i == j)) (iota n)

entry agree (n: i64) (k: i64) : bool =
  let xs = map (\i -> f64.sin (3 * f64.i64 i)) (iota n)
  let vs = map (\i -> 0.1 * f64.cos (5 * f64.i64 i)) (iota n)
  let back = gradient xs vs k
  let there = map (\i -> jvp (loss k xs) vs (unit n i)) (iota n)
  in and (map2 (\a b -> f64.abs (a - b) <= 1e-10 * (1 + f64.abs b)) back there)
