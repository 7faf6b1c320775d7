-- Soft dynamic time warping of two series, row by row: a loop carries the row before, an inner loop
-- builds the next one from left to right.

import "lib/random"

def soft_min (gamma: f64) (a: f64) (b: f64) (c: f64) : f64 =
  let m = f64.min a (f64.min b c)
  in m - gamma * f64.log (f64.exp ((m - a) / gamma) + f64.exp ((m - b) / gamma)
                          + f64.exp ((m - c) / gamma))

def distance [n] [m] (gamma: f64) (x: [n]f64) (y: [m]f64) : f64 =
  let far = 1e10
  let first = tabulate (m + 1) (\j -> if j == 0 then 0 else far)
  let last =
    loop above = first for v in x do
      loop row = replicate (m + 1) far for j < m do
        row with [j + 1] = (v - y[j]) ** 2 + soft_min gamma above[j] above[j + 1] row[j]
  in last[m]

entry input : ([150]f64, [150]f64) =
  (tabulate 150 (\i -> f64.sin (0.07 * f64.i64 i) + real 1 (-0.2) 0.2 i),
   tabulate 150 (\i -> f64.sin (0.07 * f64.i64 i + 0.5) + real 2 (-0.2) 0.2 i))

entry primal [n] [m] (x: [n]f64) (y: [m]f64) : f64 = distance 0.1 x y

entry gradient [n] [m] (x: [n]f64) (y: [m]f64) : ([n]f64, [m]f64) =
  vjp (\(x, y) -> distance 0.1 x y) (x, y) 1
