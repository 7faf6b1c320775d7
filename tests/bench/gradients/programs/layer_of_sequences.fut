-- A dense layer on a batch of sequences: its weights' gradient is a sum over sequences and times.

import "lib/random"

def loss [b] [t] [d] [o] (w: [o][d]f64) (x: [b][t][d]f64) : f64 =
  let layer v = map (\row -> f64.tanh (f64.sum (map2 (*) row v))) w
  in f64.sum (map (\sequence -> f64.sum (map (\v -> f64.sum (layer v)) sequence)) x)

entry input : ([32][64]f64, [20][180][64]f64) =
  (reals_2d 32 64 1 (-1) 1, map (\s -> reals_2d 180 64 s (-1) 1) (iota 20))

entry primal [b] [t] [d] [o] (w: [o][d]f64) (x: [b][t][d]f64) : f64 = loss w x

entry gradient [b] [t] [d] [o] (w: [o][d]f64) (x: [b][t][d]f64) : ([o][d]f64, [b][t][d]f64) =
  vjp (\(w, x) -> loss w x) (w, x) 1

entry second [b] [t] [d] [o] (w: [o][d]f64) (x: [b][t][d]f64) : ([o][d]f64, [b][t][d]f64) =
  let gradient x = vjp (\(w, x) -> loss w x) x 1
  in vjp gradient (w, x) (w, x)
