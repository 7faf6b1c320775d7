-- Equations of motion of numbers, in steps that are as large as the slope allows, between twelve times.

import "lib/random"

def path (k: f64) : f64 =
  (loop (x, sum) = (k, 0) for t < 12 do
     let (x, _) =
       loop (x, u) = (x, 0) while u < 1 do
         let d = f64.cos (f64.i64 t) - x * x * x
         let h = f64.min (1 - u + 1e-12) (0.3 / (1 + f64.abs d))
         in (x + h * d, u + h)
     in (x, sum + x * x)).1

def loss [n] (ks: [n]f64) : f64 = f64.sum (map path ks)

entry input : [14000]f64 = reals 14000 1 (-1) 1

entry primal [n] (ks: [n]f64) : f64 = loss ks

entry gradient [n] (ks: [n]f64) : [n]f64 = vjp loss ks 1

entry second [n] (ks: [n]f64) : [n]f64 = vjp (\ks -> vjp loss ks 1) ks (reals n 90 (-1) 1)
