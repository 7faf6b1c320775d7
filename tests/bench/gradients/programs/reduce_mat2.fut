-- The trace of a product of 2 by 2 matrices (a chain of transfer matrices), by a reduction of
-- 4-tuples.

import "lib/random"

type mat2 = (f64, f64, f64, f64)

def product (a: mat2) (b: mat2) : mat2 =
  ( a.0 * b.0 + a.1 * b.2
  , a.0 * b.1 + a.1 * b.3
  , a.2 * b.0 + a.3 * b.2
  , a.2 * b.1 + a.3 * b.3
  )

def chain [n] (ms: [n][4]f64) : f64 =
  let m = reduce product (1, 0, 0, 1) (map (\m -> (m[0], m[1], m[2], m[3])) ms)
  in m.0 + m.3

entry input : [200000][4]f64 =
  tabulate_2d 200000 4 (\i j -> real 1 (-0.002) 0.002 (4 * i + j) + if j % 3 == 0 then 1 else 0)

entry primal [n] (ms: [n][4]f64) : f64 = chain ms

entry gradient [n] (ms: [n][4]f64) : [n][4]f64 = vjp chain ms 1
