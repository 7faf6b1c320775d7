-- A recurrent network, by its weights and its inputs.

import "lib/random"

def loss [d] [t] (w: [d][d]f64) (xs: [t][d]f64) : f64 =
  let h =
    loop h = replicate d 0 for x in xs do
      map2 (\row a -> f64.tanh (a + f64.sum (map2 (*) row h))) w x
  in f64.sum (map (\v -> v * v) h)

entry input : ([96][96]f64, [400][96]f64) = (reals_2d 96 96 1 (-0.1) 0.1, reals_2d 400 96 2 (-1) 1)

entry primal [d] [t] (w: [d][d]f64) (xs: [t][d]f64) : f64 = loss w xs

entry gradient [d] [t] (w: [d][d]f64) (xs: [t][d]f64) : ([d][d]f64, [t][d]f64) =
  vjp (\(w, xs) -> loss w xs) (w, xs) 1

entry second [d] [t] (w: [d][d]f64) (xs: [t][d]f64) : ([d][d]f64, [t][d]f64) =
  vjp (\(w, xs) -> vjp (\(w, xs) -> loss w xs) (w, xs) 1) (w, xs) (w, xs)
