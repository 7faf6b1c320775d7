-- A midpoint rule of a function with four parameters, over iota.

import "lib/random"

def integral (n: i64) (p: [4]f64) : f64 =
  let f x = p[0] * f64.exp (-p[1] * x) * f64.sin (p[2] * x + p[3])
  in f64.sum (map (\i -> f ((f64.i64 i + 0.5) / f64.i64 n)) (iota n)) / f64.i64 n

entry input : (i64, [4]f64) = (400000, reals 4 1 1 3)

entry primal (n: i64) (p: [4]f64) : f64 = integral n p

entry gradient (n: i64) (p: [4]f64) : [4]f64 = vjp (integral n) p 1

entry second (n: i64) (p: [4]f64) : [4]f64 = jvp (\p -> vjp (integral n) p 1) p p
