-- Square roots of many numbers by Newton's iteration, a `while` loop until it has converged, in a map.

import "lib/random"

def root (a: f64) : f64 =
  loop y = 0.5 * (1 + a) while f64.abs (y * y - a) > 1e-10 * a do
    0.5 * (y + a / y)

def loss [n] (a: [n]f64) : f64 = f64.sum (map root a)

entry input : [190000]f64 = reals 190000 1 0.1 200

entry primal [n] (a: [n]f64) : f64 = loss a

entry gradient [n] (a: [n]f64) : [n]f64 = vjp loss a 1

entry second [n] (a: [n]f64) : [n]f64 = jvp (\a -> vjp loss a 1) a a
