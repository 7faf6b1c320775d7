-- A table of rows of which each step makes twenty anew, from others.

import "lib/random"

def loss [n] [d] [k] [t] (start: [n][d]f64) (w: [k]f64) (places: [t][k]i64) : f64 =
  let x =
    loop x = copy start for s < t do
      let is = places[s]
      let rows = map2 (\i w -> map (\v -> v + w * f64.sin v) x[(i * 7 + s) % n]) is w
      in scatter x is rows
  in f64.sum (map (\i -> f64.sum (map (\v -> v * v) x[i])) places[0])

entry input : ([5000][8]f64, [20]f64, [640][20]i64) =
  (reals_2d 5000 8 1 0 1, reals 20 2 0 1, tabulate 640 (\s -> wholes 20 (s + 10) 5000))

entry primal [n] [d] [k] [t] (start: [n][d]f64) (w: [k]f64) (places: [t][k]i64) : f64 =
  loss start w places

entry gradient [n] [d] [k] [t] (start: [n][d]f64) (w: [k]f64) (places: [t][k]i64) : ([n][d]f64, [k]f64) =
  vjp (\(start, w) -> loss start w places) (start, w) 1

entry second [n] [d] [k] [t] (start: [n][d]f64) (w: [k]f64) (places: [t][k]i64) : ([n][d]f64, [k]f64) =
  let gradient x = vjp (\(start, w) -> loss start w places) x 1
  in vjp gradient (start, w) (start, w)
