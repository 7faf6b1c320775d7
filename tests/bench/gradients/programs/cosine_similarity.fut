-- Cosines between all pairs of vectors, which are normalised first; squared errors.

import "lib/random"

def dot [n] (x: [n]f64) (y: [n]f64) : f64 = f64.sum (map2 (*) x y)

def norm [n] (x: [n]f64) : f64 = f64.sqrt (dot x x)

def similarities [n] [d] (xs: [n][d]f64) : [n][n]f64 =
  let units = map (\x -> let l = norm x in map (/ l) x) xs
  in map (\u -> map (\v -> dot u v) units) units

def loss [n] [d] (xs: [n][d]f64) (target: [n][n]f64) : f64 =
  f64.sum (map2 (\s t -> f64.sum (map2 (\a b -> (a - b) ** 2) s t)) (similarities xs) target)

entry input : ([570][32]f64, [570][570]f64) =
  (reals_2d 570 32 1 (-1) 1, reals_2d 570 570 2 (-1) 1)

entry primal [n] [d] (xs: [n][d]f64) (target: [n][n]f64) : f64 = loss xs target

entry gradient [n] [d] (xs: [n][d]f64) (target: [n][n]f64) : [n][d]f64 =
  vjp (\xs -> loss xs target) xs 1
