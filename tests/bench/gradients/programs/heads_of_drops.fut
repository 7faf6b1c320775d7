-- Elements of an array, read with drop and take.

import "lib/random"

def loss [n] (a: [n]f64) : f64 =
  f64.sum (map (\i -> f64.sin (head (drop i a)) * last (take (i / 2 + 1) a)) (iota n))

entry input : [200000]f64 = reals 200000 1 (-1) 1

entry primal [n] (a: [n]f64) : f64 = loss a

entry gradient [n] (a: [n]f64) : [n]f64 = vjp loss a 1

entry second [n] (a: [n]f64) : [n]f64 = vjp (\a -> vjp loss a 1) a (reals n 90 (-1) 1)
