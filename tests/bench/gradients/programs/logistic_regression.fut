-- Logistic regression with a penalty, a dot product for each row; the Hessian times a vector forward
-- over reverse, as Newton's method by conjugate gradients needs it.

import "lib/random"

def softplus (z: f64) : f64 = f64.max z 0 + f64.log1p (f64.exp (-f64.abs z))

def loss [n] [d] (x: [n][d]f64) (y: [n]f64) (w: [d]f64) (b: f64) : f64 =
  let scores = map (\row -> f64.sum (map2 (*) row w) + b) x
  let losses = map2 (\z t -> softplus z - t * z) scores y
  in f64.sum losses / f64.i64 n + 0.01 * f64.sum (map (\v -> v * v) w)

entry input : ([110000][20]f64, [110000]f64, [20]f64, f64) =
  (reals_2d 110000 20 1 (-1) 1, map f64.i64 (wholes 110000 2 2), reals 20 3 (-1) 1, 0.1)

entry primal [n] [d] (x: [n][d]f64) (y: [n]f64) (w: [d]f64) (b: f64) : f64 = loss x y w b

entry gradient [n] [d] (x: [n][d]f64) (y: [n]f64) (w: [d]f64) (b: f64) : ([d]f64, f64) =
  vjp (\(w, b) -> loss x y w b) (w, b) 1

entry second [n] [d] (x: [n][d]f64) (y: [n]f64) (w: [d]f64) (b: f64) : ([d]f64, f64) =
  jvp (\p -> vjp (\(w, b) -> loss x y w b) p 1) (w, b) (reals d 90 (-1) 1, 1)
