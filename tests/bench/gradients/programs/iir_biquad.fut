-- A recursive filter of second order, as in C: the output is written in place, from itself two steps
-- before; the loss compares it with a wanted signal.

import "lib/random"

def biquad [n] (b: [3]f64) (a: [2]f64) (x: [n]f64) : [n]f64 =
  loop y = replicate n 0 for i < n do
    let v = b[0] * x[i]
    let v = if i >= 1 then v + b[1] * x[i - 1] - a[0] * y[i - 1] else v
    let v = if i >= 2 then v + b[2] * x[i - 2] - a[1] * y[i - 2] else v
    in y with [i] = v

def loss [n] (b: [3]f64) (a: [2]f64) (x: [n]f64) (wanted: [n]f64) : f64 =
  f64.sum (map2 (\y w -> (y - w) ** 2) (biquad b a x) wanted) / f64.i64 n

entry input : ([3]f64, [2]f64, [100000]f64, [100000]f64) =
  ([0.2, 0.4, 0.2], [-0.5, 0.3], reals 100000 1 (-1) 1, reals 100000 2 (-1) 1)

entry primal [n] (b: [3]f64) (a: [2]f64) (x: [n]f64) (wanted: [n]f64) : f64 = loss b a x wanted

entry gradient [n] (b: [3]f64) (a: [2]f64) (x: [n]f64) (wanted: [n]f64) : ([3]f64, [2]f64, [n]f64) =
  vjp (\(b, a, x) -> loss b a x wanted) (b, a, x) 1
