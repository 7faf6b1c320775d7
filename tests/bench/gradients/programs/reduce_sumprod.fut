-- The value and the slope at t of the polynomial with the factors 1 - r t, as a product of dual
-- numbers; the loss is a step of Newton's method.

import "lib/random"

def times (a: f64, da: f64) (b: f64, db: f64) : (f64, f64) = (a * b, a * db + da * b)

def newton [n] (rs: [n]f64) (t: f64) : f64 =
  let (p, dp) = reduce times (1, 0) (map (\r -> (1 - r * t, -r)) rs)
  in t - p / dp

entry input : ([500000]f64, f64) = (reals 500000 1 0.000001 0.00001, 0.5)

entry primal [n] (rs: [n]f64) (t: f64) : f64 = newton rs t

entry gradient [n] (rs: [n]f64) (t: f64) : ([n]f64, f64) =
  vjp (\(rs, t) -> newton rs t) (rs, t) 1

entry second [n] (rs: [n]f64) (t: f64) : ([n]f64, f64) =
  jvp (\(rs, t) -> vjp (\(rs, t) -> newton rs t) (rs, t) 1) (rs, t) (rs, t)
