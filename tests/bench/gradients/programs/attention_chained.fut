-- Attention with one head by indices as C writes them, q[i][l] * k[j][l], inside tabulates.

import "lib/random"

def attention [n] [d] (q: [n][d]f64) (k: [n][d]f64) (v: [n][d]f64) : [n][d]f64 =
  let scores =
    tabulate_2d n n (\i j ->
      f64.sum (tabulate d (\l -> q[i][l] * k[j][l])) / f64.sqrt (f64.i64 d))
  let largest = tabulate n (\i -> f64.maximum scores[i])
  let weights = tabulate_2d n n (\i j -> f64.exp (scores[i][j] - largest[i]))
  let totals = tabulate n (\i -> f64.sum (tabulate n (\j -> weights[i][j])))
  in tabulate_2d n d (\i l -> f64.sum (tabulate n (\j -> weights[i][j] / totals[i] * v[j][l])))

def loss [n] [d] (w: [n][d]f64) (out: [n][d]f64) : f64 =
  f64.sum (tabulate n (\i -> f64.sum (tabulate d (\l -> w[i][l] * out[i][l]))))

entry input : ([390][32]f64, [390][32]f64, [390][32]f64, [390][32]f64) =
  (reals_2d 390 32 1 (-1) 1, reals_2d 390 32 2 (-1) 1, reals_2d 390 32 3 (-1) 1,
   reals_2d 390 32 4 (-1) 1)

entry primal [n] [d] (q: [n][d]f64) (k: [n][d]f64) (v: [n][d]f64) (w: [n][d]f64) : f64 =
  loss w (attention q k v)

entry gradient [n] [d] (q: [n][d]f64) (k: [n][d]f64) (v: [n][d]f64) (w: [n][d]f64)
             : ([n][d]f64, [n][d]f64, [n][d]f64) =
  vjp (\(q, k, v) -> loss w (attention q k v)) (q, k, v) 1
