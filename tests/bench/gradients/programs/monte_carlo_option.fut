-- Price of an option by Monte Carlo: paths of price and variance, step by step (Heston), with given
-- normal numbers and a smoothed payoff. Second: gamma, how the gradient changes with the spot price.

import "lib/random"

def price [p] [s] (a: [p][s]f64) (b: [p][s]f64) (spot: f64) (vol: f64) (rate: f64) : f64 =
  let dt = 1 / f64.i64 s
  let root = f64.sqrt dt
  let path (za: [s]f64) (zb: [s]f64) : f64 =
    let (last, _) =
      loop (x, v) = (spot, vol * vol) for i < s do
        let sigma = f64.sqrt (f64.max v 1e-6)
        let x = x * f64.exp ((rate - 0.5 * v) * dt + sigma * root * za[i])
        let v = v + 1.5 * (0.04 - v) * dt + 0.3 * sigma * root * (0.8 * zb[i] - 0.6 * za[i])
        in (x, v)
    in 2 * f64.log (1 + f64.exp ((last - 100) / 2))
  in f64.exp (-rate) * f64.sum (map2 path a b) / f64.i64 p

entry input : ([7700][50]f64, [7700][50]f64, f64, f64, f64) =
  let normal seed i j =
    f64.sqrt (-2 * f64.log (real seed 1e-9 1 (50 * i + j)))
    * f64.cos (2 * f64.pi * real (seed + 1) 0 1 (50 * i + j))
  in (tabulate_2d 7700 50 (normal 1), tabulate_2d 7700 50 (normal 3), 100, 0.25, 0.03)

entry primal [p] [s] (a: [p][s]f64) (b: [p][s]f64) (spot: f64) (vol: f64) (rate: f64) : f64 =
  price a b spot vol rate

entry gradient [p] [s] (a: [p][s]f64) (b: [p][s]f64) (spot: f64) (vol: f64) (rate: f64)
               : (f64, f64, f64) =
  vjp (\(x, v, r) -> price a b x v r) (spot, vol, rate) 1

entry second [p] [s] (a: [p][s]f64) (b: [p][s]f64) (spot: f64) (vol: f64) (rate: f64)
             : (f64, f64, f64) =
  jvp (\q -> vjp (\(x, v, r) -> price a b x v r) q 1) (spot, vol, rate) (1, 0, 0)
