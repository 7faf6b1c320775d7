-- Compositions of linear functions, not so many that there are many pieces of them.

import "lib/random"

def loss [n] (slopes: [n]f64) (shifts: [n]f64) : f64 =
  let composed = scan (\(a, b) (c, d) -> (a * c, b * c + d)) (1, 0)
                      (zip (map (\x -> 1 + 0.001 * x) slopes) shifts)
  in f64.sum (map (\(a, b) -> a * b) composed)

entry input : ([12000]f64, [12000]f64) = (reals 12000 1 (-1) 1, reals 12000 2 (-1) 1)

entry primal [n] (slopes: [n]f64) (shifts: [n]f64) : f64 = loss slopes shifts

entry gradient [n] (slopes: [n]f64) (shifts: [n]f64) : ([n]f64, [n]f64) =
  vjp (\(slopes, shifts) -> loss slopes shifts) (slopes, shifts) 1

entry second [n] (slopes: [n]f64) (shifts: [n]f64) : ([n]f64, [n]f64) =
  vjp (\p -> vjp (\(slopes, shifts) -> loss slopes shifts) p 1) (slopes, shifts)
      (reals n 90 (-1) 1, reals n 91 (-1) 1)
