-- Tridiagonal equations by Thomas's algorithm: a loop down and a loop up, arrays in place.

import "lib/random"

def solve [n] (a: [n]f64) (b: [n]f64) (c: [n]f64) (d: [n]f64) : [n]f64 =
  let (cs, ds) =
    loop (cs, ds) = (replicate n 0, replicate n 0) for i < n do
      if i == 0
      then (cs with [0] = c[0] / b[0], ds with [0] = d[0] / b[0])
      else let m = b[i] - a[i] * cs[i - 1]
           let e = (d[i] - a[i] * ds[i - 1]) / m
           in (cs with [i] = c[i] / m, ds with [i] = e)
  in loop x = copy ds for j < n - 1 do
       let i = n - 2 - j
       in x with [i] = ds[i] - cs[i] * x[i + 1]

def loss [n] (a: [n]f64) (b: [n]f64) (c: [n]f64) (d: [n]f64) : f64 =
  f64.sum (map (\x -> x * x) (solve a b c d))

entry input : ([20000]f64, [20000]f64, [20000]f64, [20000]f64) =
  (reals 20000 1 (-1) 1, reals 20000 2 3 4, reals 20000 3 (-1) 1, reals 20000 4 (-1) 1)

entry primal [n] (a: [n]f64) (b: [n]f64) (c: [n]f64) (d: [n]f64) : f64 = loss a b c d

entry gradient [n] (a: [n]f64) (b: [n]f64) (c: [n]f64) (d: [n]f64)
               : ([n]f64, [n]f64, [n]f64, [n]f64) =
  vjp (\(a, b, c, d) -> loss a b c d) (a, b, c, d) 1
