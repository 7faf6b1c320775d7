-- Heat in a plate, five points, by loops that count by themselves and write into a copy.

import "lib/random"

def step [n] [m] (u: [n][m]f64) : *[n][m]f64 =
  let (v, _) =
    loop (v, i) = (copy u, 1) while i < n - 1 do
      let (v, _) =
        loop (v, j) = (v, 1) while j <= m - 2 do
          (v with [i, j] = u[i, j] + 0.2 * (u[i - 1, j] + u[i + 1, j] + u[i, j - 1] + u[i, j + 1]
                                            - 4 * f64.tanh u[i, j]), j + 1)
      in (v, i + 1)
  in v

def loss [n] [m] (u: [n][m]f64) (w: [n][m]f64) : f64 =
  f64.sum (flatten (map2 (map2 (*)) (loop u = copy u for _t < 10i64 do step u) w))

entry input : ([128][128]f64, [128][128]f64) = (reals_2d 128 128 1 (-1) 1, reals_2d 128 128 2 (-1) 1)

entry primal [n] [m] (u: [n][m]f64) (w: [n][m]f64) : f64 = loss u w

entry gradient [n] [m] (u: [n][m]f64) (w: [n][m]f64) : [n][m]f64 = vjp (\u -> loss u w) u 1

entry second [n] [m] (u: [n][m]f64) (w: [n][m]f64) : [n][m]f64 =
  vjp (\u -> vjp (\u -> loss u w) u 1) u (reals_2d n m 90 (-1) 1)
