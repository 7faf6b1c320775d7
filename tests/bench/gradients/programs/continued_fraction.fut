-- A continued fraction with given coefficients at many points, from its end to its beginning.

import "lib/random"

def value [k] (a: [k]f64) (b: [k]f64) (x: f64) : f64 =
  loop f = b[k - 1] for j < k - 1 do
    let i = k - 2 - j
    in b[i] + a[i + 1] * x / f

def loss [n] [k] (a: [k]f64) (b: [k]f64) (x: [n]f64) : f64 =
  f64.sum (map (\x -> f64.log (value a b x)) x) / f64.i64 n

entry input : ([40]f64, [40]f64, [80000]f64) =
  (reals 40 1 0.5 1.5, reals 40 2 1 2, reals 80000 3 0 2)

entry primal [n] [k] (a: [k]f64) (b: [k]f64) (x: [n]f64) : f64 = loss a b x

entry gradient [n] [k] (a: [k]f64) (b: [k]f64) (x: [n]f64) : ([k]f64, [k]f64) =
  vjp (\(a, b) -> loss a b x) (a, b) 1
