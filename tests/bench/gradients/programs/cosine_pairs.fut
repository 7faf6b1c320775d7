-- Cosines between all pairs of vectors by a function of two vectors, norms and all.

import "lib/random"

def dot [n] (x: [n]f64) (y: [n]f64) : f64 = f64.sum (map2 (*) x y)

def norm [n] (x: [n]f64) : f64 = f64.sqrt (dot x x)

def cosine [d] (x: [d]f64) (y: [d]f64) : f64 = dot x y / (norm x * norm y)

def similarities [n] [d] (xs: [n][d]f64) : [n][n]f64 =
  map (\x -> map (cosine x) xs) xs

def loss [n] [d] (xs: [n][d]f64) (target: [n][n]f64) : f64 =
  f64.sum (map2 (\s t -> f64.sum (map2 (\a b -> (a - b) ** 2) s t)) (similarities xs) target)

entry input : ([520][32]f64, [520][520]f64) =
  (reals_2d 520 32 1 (-1) 1, reals_2d 520 520 2 (-1) 1)

entry primal [n] [d] (xs: [n][d]f64) (target: [n][n]f64) : f64 = loss xs target

entry gradient [n] [d] (xs: [n][d]f64) (target: [n][n]f64) : [n][d]f64 =
  vjp (\xs -> loss xs target) xs 1

entry second [n] [d] (xs: [n][d]f64) (target: [n][n]f64) : [n][d]f64 =
  jvp (\xs -> vjp (\xs -> loss xs target) xs 1) xs (map (map (** 2)) xs)
