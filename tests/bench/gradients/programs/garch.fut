-- Likelihood of a GARCH(1, 1) model of returns: a recurrence of the variance.

import "lib/random"

def loss [n] (omega: f64) (alpha: f64) (beta: f64) (r: [n]f64) : f64 =
  let start = f64.sum (map (\x -> x * x) r) / f64.i64 n
  let (_, total) =
    loop (v, total) = (start, 0) for x in r do
      (omega + alpha * x * x + beta * v, total + f64.log v + x * x / v)
  in 0.5 * total / f64.i64 n

entry input : (f64, f64, f64, [50000]f64) = (0.05, 0.1, 0.85, reals 50000 1 (-2) 2)

entry primal [n] (omega: f64) (alpha: f64) (beta: f64) (r: [n]f64) : f64 = loss omega alpha beta r

entry gradient [n] (omega: f64) (alpha: f64) (beta: f64) (r: [n]f64) : (f64, f64, f64) =
  vjp (\(o, a, b) -> loss o a b r) (omega, alpha, beta) 1

entry second [n] (omega: f64) (alpha: f64) (beta: f64) (r: [n]f64) : (f64, f64, f64) =
  let p = (omega, alpha, beta)
  in jvp (\p -> vjp (\(o, a, b) -> loss o a b r) p 1) p p
