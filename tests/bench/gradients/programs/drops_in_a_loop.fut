-- A recurrence that looks at what is left of an array.

import "lib/random"

def loss [n] (a: [n]f64) : f64 =
  loop s = 0 for i < n do 0.5 * s + f64.sin (s * head (drop i a)) + a[i:][0]

entry input : [60000]f64 = reals 60000 1 (-1) 1

entry primal [n] (a: [n]f64) : f64 = loss a

entry gradient [n] (a: [n]f64) : [n]f64 = vjp loss a 1

entry second [n] (a: [n]f64) : [n]f64 = vjp (\a -> vjp loss a 1) a (reals n 90 (-1) 1)
