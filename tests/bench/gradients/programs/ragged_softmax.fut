-- Log-sum-exp of parts of different lengths, by their offsets.

import "lib/random"

def log_sum_exp [n] (x: [n]f64) : f64 =
  let top = f64.maximum x
  in top + f64.log (f64.sum (map (\v -> f64.exp (v - top)) x))

def loss [n] (x: [n]f64) : f64 =
  let lengths = map (\i -> 10 + (i * 13) % 61) (iota (n / 40))
  let ends = scan (+) 0 lengths
  in f64.sum (map2 (\end length -> log_sum_exp x[end - length:end]) ends lengths)

entry input : [240000]f64 = reals 240000 1 (-1) 1

entry primal [n] (x: [n]f64) : f64 = loss x

entry gradient [n] (x: [n]f64) : [n]f64 = vjp loss x 1

entry second [n] (x: [n]f64) : [n]f64 = vjp (\x -> vjp loss x 1) x (reals n 90 (-1) 1)
