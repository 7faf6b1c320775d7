-- All states of the recurrence y[i] = a[i] y[i-1] + b[i], as a scan of pairs; the mean square.

import "lib/random"

def after (a1: f64, b1: f64) (a2: f64, b2: f64) : (f64, f64) = (a1 * a2, b1 * a2 + b2)

def energy [n] (as: [n]f64) (bs: [n]f64) : f64 =
  let ys = map (.1) (scan after (1, 0) (zip as bs))
  in f64.sum (map (\y -> y * y) ys) / f64.i64 n

entry input : ([420000]f64, [420000]f64) = (reals 420000 1 0.9 1, reals 420000 2 (-1) 1)

entry primal [n] (as: [n]f64) (bs: [n]f64) : f64 = energy as bs

entry gradient [n] (as: [n]f64) (bs: [n]f64) : ([n]f64, [n]f64) =
  vjp (\(as, bs) -> energy as bs) (as, bs) 1

entry second [n] (as: [n]f64) (bs: [n]f64) : ([n]f64, [n]f64) =
  jvp (\(as, bs) -> vjp (\(as, bs) -> energy as bs) (as, bs) 1) (as, bs) (as, bs)
