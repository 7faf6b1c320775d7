-- All prefixes of a product of 2 by 2 matrices, as a scan of 4-tuples: a point is moved along by
-- them.

import "lib/random"

type mat2 = (f64, f64, f64, f64)

def product (a: mat2) (b: mat2) : mat2 =
  ( a.0 * b.0 + a.1 * b.2
  , a.0 * b.1 + a.1 * b.3
  , a.2 * b.0 + a.3 * b.2
  , a.2 * b.1 + a.3 * b.3
  )

def path [n] (ms: [n][4]f64) (ws: [n]f64) : f64 =
  let ps = scan product (1, 0, 0, 1) (map (\m -> (m[0], m[1], m[2], m[3])) ms)
  in f64.sum (map2 (\(a, b, c, d) w -> w * (a + 2 * b - c + 0.5 * d)) ps ws)

entry input : ([100000][4]f64, [100000]f64) =
  ( tabulate_2d 100000 4 (\i j -> real 1 (-0.002) 0.002 (4 * i + j) + if j % 3 == 0 then 1 else 0)
  , reals 100000 2 0 1)

entry primal [n] (ms: [n][4]f64) (ws: [n]f64) : f64 = path ms ws

entry gradient [n] (ms: [n][4]f64) (ws: [n]f64) : ([n][4]f64, [n]f64) =
  vjp (\(ms, ws) -> path ms ws) (ms, ws) 1
