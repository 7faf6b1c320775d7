-- Products at some twenty lags: few iterations around long ones.

import "lib/random"

def loss [n] (x: [n]f64) : f64 =
  let at lag = f64.sum (tabulate (n - lag) (\i -> x[i] * x[i + lag]))
  in f64.sum (map (** 2) (tabulate 21 at))

entry input : [78000]f64 = reals 78000 1 (-1) 1

entry primal [n] (x: [n]f64) : f64 = loss x

entry gradient [n] (x: [n]f64) : [n]f64 = vjp loss x 1

entry second [n] (x: [n]f64) : [n]f64 = vjp (\x -> vjp loss x 1) x (reals n 90 (-1) 1)
