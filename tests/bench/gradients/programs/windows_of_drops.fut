-- Windows of an array, cut out with drop and take.

import "lib/random"

def loss [n] (a: [n]f64) : f64 =
  f64.sum (map (\i -> f64.sin (f64.sum (take 5 (drop i a)))) (iota (n - 5)))

entry input : [100000]f64 = reals 100000 1 (-1) 1

entry primal [n] (a: [n]f64) : f64 = loss a

entry gradient [n] (a: [n]f64) : [n]f64 = vjp loss a 1

entry second [n] (a: [n]f64) : [n]f64 = vjp (\a -> vjp loss a 1) a (reals n 90 (-1) 1)
