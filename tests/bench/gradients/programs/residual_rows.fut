-- A residual network on a batch of rows, a layer at a time.

import "lib/random"

def loss [l] [d] [n] (ws: [l][d][d]f64) (x: [n][d]f64) : f64 =
  let y =
    loop y = x for w in ws do
      map (\r -> map2 (\row a -> a + f64.tanh (f64.sum (map2 (*) row r))) w r) y
  in f64.sum (map (\r -> f64.sum (map (\v -> v * v) r)) y)

entry input : ([6][32][32]f64, [1100][32]f64) =
  (tabulate 6 (\i -> reals_2d 32 32 (i + 1) (-0.2) 0.2), reals_2d 1100 32 9 (-1) 1)

entry primal [l] [d] [n] (ws: [l][d][d]f64) (x: [n][d]f64) : f64 = loss ws x

entry gradient [l] [d] [n] (ws: [l][d][d]f64) (x: [n][d]f64) : ([l][d][d]f64, [n][d]f64) =
  vjp (\(ws, x) -> loss ws x) (ws, x) 1

entry second [l] [d] [n] (ws: [l][d][d]f64) (x: [n][d]f64) : ([l][d][d]f64, [n][d]f64) =
  vjp (\(ws, x) -> vjp (\(ws, x) -> loss ws x) (ws, x) 1) (ws, x) (ws, x)
