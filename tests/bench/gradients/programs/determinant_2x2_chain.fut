-- The trace of a long product of 2x2 matrices (transfer matrices), a loop of four numbers in a
-- tuple.

import "lib/random"

def trace [n] (ms: [n][4]f64) : f64 =
  let (a, _, _, d) =
    loop (a, b, c, d) = (1, 0, 0, 1) for i < n do
      let m = ms[i]
      in (a * m[0] + b * m[2], a * m[1] + b * m[3], c * m[0] + d * m[2], c * m[1] + d * m[3])
  in a + d

entry input : [42000][4]f64 =
  tabulate_2d 42000 4 (\i k -> real 1 (-0.05) 0.05 (i * 4 + k) + if k == 0 || k == 3 then 1 else 0)

entry primal [n] (ms: [n][4]f64) : f64 = trace ms

entry gradient [n] (ms: [n][4]f64) : [n][4]f64 = vjp trace ms 1
