-- Kernel ridge regression: the kernel matrix is made, multiplied by the coefficients, and used again
-- in the penalty.

import "lib/random"

def dot [n] (a: [n]f64) (b: [n]f64) : f64 = f64.sum (map2 (*) a b)

def loss [n] [d] (x: [n][d]f64) (y: [n]f64) (length: f64) (alpha: [n]f64) : f64 =
  let gamma = 1 / (2 * length * length)
  let distances = map (\p -> map (\q -> f64.sum (map2 (\a b -> (a - b) ** 2) p q)) x) x
  let k = map (map (\r2 -> f64.exp (-gamma * r2))) distances
  let fitted = map (dot alpha) k
  let errors = map2 (-) fitted y
  in dot errors errors + 0.1 * dot alpha fitted

entry input : ([720][3]f64, [720]f64, f64, [720]f64) =
  (reals_2d 720 3 1 (-1) 1, reals 720 2 (-1) 1, 0.7, reals 720 3 (-0.1) 0.1)

entry primal [n] [d] (x: [n][d]f64) (y: [n]f64) (length: f64) (alpha: [n]f64) : f64 =
  loss x y length alpha

entry gradient [n] [d] (x: [n][d]f64) (y: [n]f64) (length: f64) (alpha: [n]f64) : (f64, [n]f64) =
  vjp (\(l, a) -> loss x y l a) (length, alpha) 1

entry second [n] [d] (x: [n][d]f64) (y: [n]f64) (length: f64) (alpha: [n]f64) : (f64, [n]f64) =
  let slope parameters = vjp (\(l, a) -> loss x y l a) parameters 1
  in jvp slope (length, alpha) (1, reals n 91 (-1) 1)
