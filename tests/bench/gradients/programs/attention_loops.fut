-- Causal attention of a sequence to itself by loops over indices of a flat array, each as long as
-- the row's number: the largest score first, then the weights and the mean.

import "lib/random"

def loss [t] (xs: [t][8]f64) : f64 =
  let flat = flatten xs
  let (q, k, v) = (flat, flat, flat)
  let score i j = loop s = 0 for d < 8 do s + q[i * 8 + d] * k[j * 8 + d]
  let attended i =
    let top = loop top = -f64.inf for j < i + 1 do f64.max top (score i j)
    let (sum, weight) = loop (sum, weight) = (0, 0) for j < i + 1 do
                          let w = f64.exp (score i j - top)
                          in (sum + w * v[j * 8], weight + w)
    in sum / weight
  in f64.sum (map (\i -> (attended i - flat[i * 8 + 1]) ** 2) (iota t))

entry input : [310][8]f64 = reals_2d 310 8 1 (-1) 1

entry primal [t] (xs: [t][8]f64) : f64 = loss xs

entry gradient [t] (xs: [t][8]f64) : [t][8]f64 = vjp loss xs 1

entry second [t] (xs: [t][8]f64) : [t][8]f64 =
  vjp (\xs -> vjp loss xs 1) xs (reals_2d t 8 90 (-1) 1)
