-- An exponential moving average as a loop over a signal; the loss is its last value and the sum of
-- its squares.

import "lib/random"

def loss [n] (keep: f64) (x: [n]f64) : f64 =
  let (s, total) =
    loop (s, total) = (0, 0) for i < n do
      let s = keep * s + (1 - keep) * x[i]
      in (s, total + s * s)
  in s + total

entry input : (f64, [200000]f64) = (0.9, reals 200000 1 (-1) 1)

entry primal [n] (keep: f64) (x: [n]f64) : f64 = loss keep x

entry gradient [n] (keep: f64) (x: [n]f64) : (f64, [n]f64) =
  vjp (\(keep, x) -> loss keep x) (keep, x) 1
