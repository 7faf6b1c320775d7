-- A soft histogram: each value counts for every bin by a Gaussian window, normalised, compared with
-- what is wanted.

import "lib/random"

def soft [n] [b] (values: [n]f64) (width: f64) (centres: [b]f64) : [b]f64 =
  let counts =
    map (\c -> f64.sum (map (\v -> f64.exp (-0.5 * ((v - c) / width) ** 2)) values)) centres
  let total = f64.sum counts
  in map (/ total) counts

def loss [n] [b] (values: [n]f64) (width: f64) (target: [b]f64) : f64 =
  let centres = map (\i -> (f64.i64 i + 0.5) / f64.i64 b) (iota b)
  in f64.sum (map2 (\h t -> (h - t) * (h - t)) (soft values width centres) target)

entry input : ([26000]f64, f64, [32]f64) = (reals 26000 1 0 1, 0.05, reals 32 2 0 0.06)

entry primal [n] [b] (values: [n]f64) (width: f64) (target: [b]f64) : f64 = loss values width target

entry gradient [n] [b] (values: [n]f64) (width: f64) (target: [b]f64) : ([n]f64, f64) =
  vjp (\(v, w) -> loss v w target) (values, width) 1

entry second [n] [b] (values: [n]f64) (width: f64) (target: [b]f64) : ([n]f64, f64) =
  let slope p = vjp (\(v, w) -> loss v w target) p 1
  in jvp slope (values, width) (reals n 90 (-1) 1, 1)
