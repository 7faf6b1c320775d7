-- A long array of which each step looks at fifty places, and raises those that come out larger.

import "lib/random"

def loss [n] [k] [t] (start: [n]f64) (w: [k]f64) (places: [t][k]i64) : f64 =
  let x =
    loop x = copy start for s < t do
      let is = places[s]
      let vs = map2 (\i w -> let v = x[(i * 7 + s) % n] in 0.5 * v + w * f64.sin v) is w
      in reduce_by_index x f64.max (-f64.inf) is vs
  in f64.sum (map (\i -> x[i] * x[i]) places[0])

entry input : ([50000]f64, [50]f64, [870][50]i64) =
  (reals 50000 1 0 1, reals 50 2 0 1, tabulate 870 (\s -> wholes 50 (s + 10) 50000))

entry primal [n] [k] [t] (start: [n]f64) (w: [k]f64) (places: [t][k]i64) : f64 = loss start w places

entry gradient [n] [k] [t] (start: [n]f64) (w: [k]f64) (places: [t][k]i64) : ([n]f64, [k]f64) =
  vjp (\(start, w) -> loss start w places) (start, w) 1

entry second [n] [k] [t] (start: [n]f64) (w: [k]f64) (places: [t][k]i64) : ([n]f64, [k]f64) =
  let gradient x = vjp (\(start, w) -> loss start w places) x 1
  in vjp gradient (start, w) (start, w)
