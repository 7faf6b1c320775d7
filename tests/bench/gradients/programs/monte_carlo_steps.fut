-- Price of an option by Monte Carlo as one would write it with NumPy: a loop over time whose states
-- are the arrays of all paths, columns of the normal numbers at each step.

import "lib/random"

def price [p] [s] (a: [p][s]f64) (b: [p][s]f64) (spot: f64) (vol: f64) (rate: f64) : f64 =
  let dt = 1 / f64.i64 s
  let root = f64.sqrt dt
  let (x, _) =
    loop (x, v) = (replicate p spot, replicate p (vol * vol)) for i < s do
      let sigma = map (\v -> f64.sqrt (f64.max v 1e-6)) v
      let drift = map (\v -> (rate - 0.5 * v) * dt) v
      let x = map4 (\x m s z -> x * f64.exp (m + s * root * z)) x drift sigma a[:, i]
      let noise = map3 (\s z w -> 0.3 * s * root * (0.8 * w - 0.6 * z)) sigma a[:, i] b[:, i]
      let v = map2 (\v e -> v + 1.5 * (0.04 - v) * dt + e) v noise
      in (x, v)
  in f64.exp (-rate) * f64.sum (map (\x -> 2 * f64.log (1 + f64.exp ((x - 100) / 2))) x) / f64.i64 p

entry input : ([5000][50]f64, [5000][50]f64, f64, f64, f64) =
  let normal seed i j =
    f64.sqrt (-2 * f64.log (real seed 1e-9 1 (50 * i + j)))
    * f64.cos (2 * f64.pi * real (seed + 1) 0 1 (50 * i + j))
  in (tabulate_2d 5000 50 (normal 1), tabulate_2d 5000 50 (normal 3), 100, 0.25, 0.03)

entry primal [p] [s] (a: [p][s]f64) (b: [p][s]f64) (spot: f64) (vol: f64) (rate: f64) : f64 =
  price a b spot vol rate

entry gradient [p] [s] (a: [p][s]f64) (b: [p][s]f64) (spot: f64) (vol: f64) (rate: f64)
               : (f64, f64, f64) =
  vjp (\(x, v, r) -> price a b x v r) (spot, vol, rate) 1
