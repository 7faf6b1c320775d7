-- American puts on a binomial tree: a loop backwards in time whose array is shorter by one each time,
-- in a map over the strikes.

import "lib/random"

def put (steps: i64) (rate: f64) (volatility: f64) (spot: f64) (strike: f64) : f64 =
  let dt = 1 / f64.i64 steps
  let up = f64.exp (volatility * f64.sqrt dt)
  let discount = f64.exp (-rate * dt)
  let p = (1 / discount - 1 / up) / (up - 1 / up)
  let worth level k = f64.max 0 (strike - spot * up ** f64.i64 (2 * k - level))
  let values =
    loop v = tabulate (steps + 1) (worth steps) for i < steps do
      let level = steps - 1 - i
      let kept = map2 (\low high -> discount * ((1 - p) * low + p * high)) (init v) (tail v)
      in map2 (\k v -> f64.max v (worth level k)) (indices kept) kept
  in values[0]

def loss [n] (steps: i64) (rate: f64) (volatility: f64) (spot: f64) (strikes: [n]f64) : f64 =
  f64.sum (map (put steps rate volatility spot) strikes)

entry input : (i64, f64, f64, f64, [5]f64) = (150, 0.03, 0.25, 100, reals 5 1 80 120)

entry primal [n] (steps: i64) (rate: f64) (volatility: f64) (spot: f64) (strikes: [n]f64) : f64 =
  loss steps rate volatility spot strikes

entry gradient [n] (steps: i64) (rate: f64) (volatility: f64) (spot: f64) (strikes: [n]f64)
               : (f64, f64, f64) =
  vjp (\(r, v, s) -> loss steps r v s strikes) (rate, volatility, spot) 1
