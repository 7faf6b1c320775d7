-- A product of many numbers near 1; the operator is a lambda with named operands.

import "lib/random"

def total [n] (xs: [n]f64) : f64 = reduce (\a b -> a * b) 1 xs

entry input : [4000000]f64 = reals 4000000 1 0.999 1.001

entry primal [n] (xs: [n]f64) : f64 = total xs

entry gradient [n] (xs: [n]f64) : [n]f64 = vjp total xs 1
