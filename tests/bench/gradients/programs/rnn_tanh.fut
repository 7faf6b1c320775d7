-- A plain recurrent network over a batch: a loop over time that carries the hidden states and the
-- loss so far; the products are maps of inner products.

import "lib/random"

def dot [n] (a: [n]f64) (b: [n]f64) : f64 = f64.sum (map2 (*) a b)

def cell [d] [h] (wx: [h][d]f64) (wh: [h][h]f64) (b: [h]f64) (x: [d]f64) (s: [h]f64) : [h]f64 =
  map3 (\u v c -> f64.tanh (dot u x + dot v s + c)) wx wh b

def loss [steps] [batch] [d] [h] [o]
         (wx: [h][d]f64) (wh: [h][h]f64) (b: [h]f64) (wo: [o][h]f64)
         (xs: [steps][batch][d]f64) (ys: [steps][batch][o]f64) : f64 =
  let start = replicate batch (replicate h 0)
  let (_, total) =
    loop (states, total) = (start, 0) for t < steps do
      let states = map2 (cell wx wh b) xs[t] states
      let errors = map2 (\s y -> f64.sum (map2 (\w v -> (dot w s - v) ** 2) wo y)) states ys[t]
      in (states, total + f64.sum errors)
  in total / f64.i64 (steps * batch)

entry input : ([110][16]f64, [110][110]f64, [110]f64, [4][110]f64, [30][16][16]f64, [30][16][4]f64) =
  (reals_2d 110 16 1 (-0.3) 0.3, reals_2d 110 110 2 (-0.2) 0.2, reals 110 3 (-0.1) 0.1,
   reals_2d 4 110 4 (-0.3) 0.3,
   tabulate 30 (\t -> reals_2d 16 16 (100 + t) (-1) 1),
   tabulate 30 (\t -> reals_2d 16 4 (200 + t) (-1) 1))

entry primal [steps] [batch] [d] [h] [o]
             (wx: [h][d]f64) (wh: [h][h]f64) (b: [h]f64) (wo: [o][h]f64)
             (xs: [steps][batch][d]f64) (ys: [steps][batch][o]f64) : f64 =
  loss wx wh b wo xs ys

entry gradient [steps] [batch] [d] [h] [o]
               (wx: [h][d]f64) (wh: [h][h]f64) (b: [h]f64) (wo: [o][h]f64)
               (xs: [steps][batch][d]f64) (ys: [steps][batch][o]f64)
               : ([h][d]f64, [h][h]f64, [h]f64, [o][h]f64) =
  vjp (\(wx, wh, b, wo) -> loss wx wh b wo xs ys) (wx, wh, b, wo) 1

entry second [steps] [batch] [d] [h] [o]
             (wx: [h][d]f64) (wh: [h][h]f64) (b: [h]f64) (wo: [o][h]f64)
             (xs: [steps][batch][d]f64) (ys: [steps][batch][o]f64)
             : ([h][d]f64, [h][h]f64, [h]f64, [o][h]f64) =
  let w = (wx, wh, b, wo)
  in jvp (\w -> vjp (\(wx, wh, b, wo) -> loss wx wh b wo xs ys) w 1) w w
