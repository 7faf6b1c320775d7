-- A product of many numbers near 1, by the prelude's product.

import "lib/random"

entry input : [4000000]f64 = reals 4000000 1 0.999 1.001

entry primal [n] (xs: [n]f64) : f64 = f64.product xs

entry gradient [n] (xs: [n]f64) : [n]f64 = vjp f64.product xs 1

entry second [n] (xs: [n]f64) : [n]f64 = vjp (\xs -> vjp f64.product xs 1) xs xs
