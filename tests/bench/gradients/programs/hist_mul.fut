-- Products of groups of probabilities, by a histogram whose operator is (*).

import "lib/random"

def loss [n] (is: [n]i64) (ps: [n]f64) : f64 =
  let products = hist (*) 1 2000 is ps
  in -f64.sum (map f64.log products)

entry input : ([760000]i64, [760000]f64) = (wholes 760000 1 2000, reals 760000 2 0.5 1)

entry primal [n] (is: [n]i64) (ps: [n]f64) : f64 = loss is ps

entry gradient [n] (is: [n]i64) (ps: [n]f64) : [n]f64 = vjp (loss is) ps 1

entry second [n] (is: [n]i64) (ps: [n]f64) : [n]f64 = jvp (\ps -> vjp (loss is) ps 1) ps ps
