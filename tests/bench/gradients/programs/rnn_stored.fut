-- A plain recurrent network over a batch whose hidden states are written into one array of all
-- times, in place; the loss is taken from that array afterwards, with matrix products by loops.

import "lib/random"

def states [steps] [batch] [d] [h]
           (wx: [h][d]f64) (wh: [h][h]f64) (b: [h]f64) (xs: [steps][batch][d]f64)
           : [][batch][h]f64 =
  loop hs = replicate (steps + 1) (replicate batch (replicate h 0)) for t < steps do
    hs with [t + 1] =
      tabulate_2d batch h (\i j ->
        let a = loop s = b[j] for k < d do s + wx[j, k] * xs[t, i, k]
        let a = loop a for k < h do a + wh[j, k] * hs[t, i, k]
        in f64.tanh a)

def loss [steps] [batch] [d] [h] [o]
         (wx: [h][d]f64) (wh: [h][h]f64) (b: [h]f64) (wo: [o][h]f64)
         (xs: [steps][batch][d]f64) (ys: [steps][batch][o]f64) : f64 =
  let hs = states wx wh b xs
  let error t i j =
    let y = loop s = 0 for k < h do s + wo[j, k] * hs[t + 1, i, k]
    in (y - ys[t, i, j]) ** 2
  in f64.sum (flatten_3d (tabulate_3d steps batch o error)) / f64.i64 (steps * batch)

entry input : ([64][16]f64, [64][64]f64, [64]f64, [4][64]f64, [30][16][16]f64, [30][16][4]f64) =
  (reals_2d 64 16 1 (-0.3) 0.3, reals_2d 64 64 2 (-0.2) 0.2, reals 64 3 (-0.1) 0.1,
   reals_2d 4 64 4 (-0.3) 0.3,
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
