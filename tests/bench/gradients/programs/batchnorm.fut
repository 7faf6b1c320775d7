-- Batch normalisation over the columns of a matrix, with scale and shift: two transpositions
-- around a map, and the mean and the variance in two passes.

import "lib/random"

def mean [n] (xs: [n]f64) : f64 = f64.sum xs / f64.i64 n

def variance [n] (xs: [n]f64) : f64 =
  let m = mean xs
  in mean (map (\x -> (x - m) ** 2) xs)

def normalise [n] (xs: [n]f64) (scale: f64) (shift: f64) : [n]f64 =
  let m = mean xs
  let s = f64.sqrt (variance xs + 1e-5)
  in map (\x -> scale * (x - m) / s + shift) xs

def batchnorm [n] [d] (xs: [n][d]f64) (scales: [d]f64) (shifts: [d]f64) : [n][d]f64 =
  transpose (map3 normalise (transpose xs) scales shifts)

def loss [n] [d] (xs: [n][d]f64) (scales: [d]f64) (shifts: [d]f64) (w: [n][d]f64) : f64 =
  let ys = map (map f64.tanh) (batchnorm xs scales shifts)
  in f64.sum (map2 (*) (flatten w) (flatten ys))

entry input : ([3400][50]f64, [50]f64, [50]f64, [3400][50]f64) =
  (reals_2d 3400 50 1 (-1) 3, reals 50 2 0.5 1.5, reals 50 3 (-1) 1, reals_2d 3400 50 4 (-1) 1)

entry primal [n] [d] (xs: [n][d]f64) (scales: [d]f64) (shifts: [d]f64) (w: [n][d]f64) : f64 =
  loss xs scales shifts w

entry gradient [n] [d] (xs: [n][d]f64) (scales: [d]f64) (shifts: [d]f64) (w: [n][d]f64)
             : ([n][d]f64, [d]f64, [d]f64) =
  vjp (\(xs, a, b) -> loss xs a b w) (xs, scales, shifts) 1
