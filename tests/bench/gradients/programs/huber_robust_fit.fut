-- A damped wave fitted to noisy data, with Huber's loss, piecewise by if; parameters are one array,
-- as optimisers want them.

import "lib/random"

def model (p: [5]f64) (t: f64) : f64 =
  p[0] * f64.exp (-p[1] * t) * f64.cos (p[2] * t + p[3]) + p[4]

def huber (delta: f64) (e: f64) : f64 =
  if f64.abs e <= delta then 0.5 * e * e else delta * (f64.abs e - 0.5 * delta)

def loss [n] (ts: [n]f64) (ys: [n]f64) (p: [5]f64) : f64 =
  f64.sum (map2 (\t y -> huber 0.5 (y - model p t)) ts ys) / f64.i64 n

entry input : ([220000]f64, [220000]f64, [5]f64) =
  (reals 220000 1 0 10, reals 220000 2 (-2) 2, [1.5, 0.2, 3, 0.5, 0.1])

entry primal [n] (ts: [n]f64) (ys: [n]f64) (p: [5]f64) : f64 = loss ts ys p

entry gradient [n] (ts: [n]f64) (ys: [n]f64) (p: [5]f64) : [5]f64 = vjp (loss ts ys) p 1

entry second [n] (ts: [n]f64) (ys: [n]f64) (p: [5]f64) : [5]f64 =
  vjp (\p -> vjp (loss ts ys) p 1) p (reals 5 90 (-1) 1)
