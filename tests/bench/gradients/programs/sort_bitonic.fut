-- A weighted sum of order statistics (an L-estimator), with a bitonic sort: loops of maps that
-- compare each element with its partner.

import "lib/random"

def sorted [n] (xs: [n]f64) : [n]f64 =
  let bits = i64.num_bits - i64.clz n - 1
  in loop (xs: [n]f64) for k < i64.i32 bits do
       loop (xs: [n]f64) for j in reverse (iota (k + 1)) do
         let stride = 1 << j
         let element i =
           let partner = i ^ stride
           let up = (i >> (k + 1)) & 1 == 0
           in if (i < partner) == up
              then f64.min xs[i] xs[partner]
              else f64.max xs[i] xs[partner]
         in map element (iota n)

def estimate [n] (xs: [n]f64) (ws: [n]f64) : f64 =
  f64.sum (map2 (*) ws (sorted xs))

entry input : ([16384]f64, [16384]f64) = (reals 16384 1 (-3) 3, reals 16384 2 0 1)

entry primal [n] (xs: [n]f64) (ws: [n]f64) : f64 = estimate xs ws

entry gradient [n] (xs: [n]f64) (ws: [n]f64) : ([n]f64, [n]f64) =
  vjp (\(xs, ws) -> estimate xs ws) (xs, ws) 1
