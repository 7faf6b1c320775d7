-- Soft dynamic time warping of two series: the table of costs is filled in place by a double loop.

import "lib/random"

def soft_min (gamma: f64) (a: f64) (b: f64) (c: f64) : f64 =
  let m = f64.min a (f64.min b c)
  in m - gamma * f64.log (f64.exp ((m - a) / gamma) + f64.exp ((m - b) / gamma)
                          + f64.exp ((m - c) / gamma))

def distance [n] [m] (gamma: f64) (x: [n]f64) (y: [m]f64) : f64 =
  let d = replicate (n + 1) (replicate (m + 1) 1e10)
  let d = d with [0, 0] = 0
  let d =
    loop d for i < n do
      loop d for j < m do
        let cost = (x[i] - y[j]) ** 2
        in d with [i + 1, j + 1] = cost + soft_min gamma d[i, j] d[i, j + 1] d[i + 1, j]
  in d[n, m]

entry input : ([150]f64, [150]f64) =
  (tabulate 150 (\i -> f64.sin (0.07 * f64.i64 i) + real 1 (-0.2) 0.2 i),
   tabulate 150 (\i -> f64.sin (0.07 * f64.i64 i + 0.5) + real 2 (-0.2) 0.2 i))

entry primal [n] [m] (x: [n]f64) (y: [m]f64) : f64 = distance 0.1 x y

entry gradient [n] [m] (x: [n]f64) (y: [m]f64) : ([n]f64, [m]f64) =
  vjp (\(x, y) -> distance 0.1 x y) (x, y) 1

entry second [n] [m] (x: [n]f64) (y: [m]f64) : ([n]f64, [m]f64) =
  jvp (\p -> vjp (\(x, y) -> distance 0.1 x y) p 1) (x, y) (x, y)
