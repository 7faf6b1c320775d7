-- Sequences of different lengths, padded, eight times through a recurrence of four numbers.

import "lib/random"

def loss [m] (xs: [m][16][4]f64) (w: [4][4]f64) : f64 =
  let run (k: i64) (x: [16][4]f64) =
    let n = 1 + (k * 7) % 16
    in f64.sum (loop h = replicate 4 0.1 for _l < 8 do
                  loop h for t < n do
                    map2 (\r v -> f64.tanh (f64.sum (map2 (*) r h) + v)) w x[t])
  in f64.sum (map2 run (iota m) xs)

entry input : ([620][16][4]f64, [4][4]f64) = 
  (unflatten (reals_2d (620 * 16) 4 1 (-1) 1), reals_2d 4 4 2 (-0.6) 0.6)

entry primal [m] (xs: [m][16][4]f64) (w: [4][4]f64) : f64 = loss xs w

entry gradient [m] (xs: [m][16][4]f64) (w: [4][4]f64) : ([m][16][4]f64, [4][4]f64) =
  vjp (\(xs, w) -> loss xs w) (xs, w) 1

entry second [m] (xs: [m][16][4]f64) (w: [4][4]f64) : ([m][16][4]f64, [4][4]f64) =
  vjp (\p -> vjp (\(xs, w) -> loss xs w) p 1) (xs, w) (xs, w)
