-- A differential equation with as many substeps as the data ask for, along one time axis.

import "lib/random"

def loss [n] (y: [n]f64) (p: [2]f64) : f64 =
  loop x = p[0] for i < n do
    let times = 1 + i64.f64 (2 * y[i])
    let h = 0.3 / f64.i64 times
    in loop x for _k < times do x + h * (y[i] - p[1] * x * x)

entry input : ([60000]f64, [2]f64) = (reals 60000 1 0.5 1.5, reals 2 2 0.5 1)

entry primal [n] (y: [n]f64) (p: [2]f64) : f64 = loss y p

entry gradient [n] (y: [n]f64) (p: [2]f64) : ([n]f64, [2]f64) = vjp (\(y, p) -> loss y p) (y, p) 1

entry second [n] (y: [n]f64) (p: [2]f64) : ([n]f64, [2]f64) =
  vjp (\p -> vjp (\(y, p) -> loss y p) p 1) (y, p) (reals n 90 (-1) 1, reals 2 91 (-1) 1)
