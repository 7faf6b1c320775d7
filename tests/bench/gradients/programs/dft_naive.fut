-- The power spectrum by the sum that defines it, sines and cosines within the lambda.

import "lib/random"

def power [n] (x: [n]f64) (w: [n]f64) : f64 =
  let at k =
    let angle j = 2 * f64.pi * f64.i64 (j * k) / f64.i64 n
    let re = f64.sum (map2 (\j v -> v * f64.cos (angle j)) (iota n) x)
    let im = f64.sum (map2 (\j v -> -v * f64.sin (angle j)) (iota n) x)
    in re * re + im * im
  in f64.sum (map2 (*) w (map at (iota n)))

entry input : ([430]f64, [430]f64) = (reals 430 1 (-1) 1, reals 430 2 0 1)

entry primal [n] (x: [n]f64) (w: [n]f64) : f64 = power x w

entry gradient [n] (x: [n]f64) (w: [n]f64) : [n]f64 = vjp (\x -> power x w) x 1

entry second [n] (x: [n]f64) (w: [n]f64) : [n]f64 =
  jvp (\x -> vjp (\x -> power x w) x 1) x w
