-- Layer normalisation of each row, with scale and shift for each column; the variance as the mean
-- of squares minus the square of the mean. Then a gelu.

import "lib/random"

def layernorm [d] (scales: [d]f64) (shifts: [d]f64) (x: [d]f64) : [d]f64 =
  let mean = f64.sum x / f64.i64 d
  let squares = f64.sum (map (\v -> v * v) x) / f64.i64 d
  let inverse = 1 / f64.sqrt (squares - mean * mean + 1e-5)
  in map3 (\v a b -> (v - mean) * inverse * a + b) x scales shifts

def gelu (x: f64) : f64 =
  0.5 * x * (1 + f64.tanh (f64.sqrt (2 / f64.pi) * (x + 0.044715 * x ** 3)))

def loss [n] [d] (xs: [n][d]f64) (scales: [d]f64) (shifts: [d]f64) (w: [n][d]f64) : f64 =
  let ys = map (map gelu) (map (layernorm scales shifts) xs)
  in f64.sum (map2 (\v y -> f64.sum (map2 (*) v y)) w ys)

entry input : ([770][128]f64, [128]f64, [128]f64, [770][128]f64) =
  (reals_2d 770 128 1 (-1) 3, reals 128 2 0.5 1.5, reals 128 3 (-1) 1, reals_2d 770 128 4 (-1) 1)

entry primal [n] [d] (xs: [n][d]f64) (scales: [d]f64) (shifts: [d]f64) (w: [n][d]f64) : f64 =
  loss xs scales shifts w

entry gradient [n] [d] (xs: [n][d]f64) (scales: [d]f64) (shifts: [d]f64) (w: [n][d]f64)
             : ([n][d]f64, [d]f64, [d]f64) =
  vjp (\(xs, a, b) -> loss xs a b w) (xs, scales, shifts) 1

entry second [n] [d] (xs: [n][d]f64) (scales: [d]f64) (shifts: [d]f64) (w: [n][d]f64)
           : ([n][d]f64, [d]f64, [d]f64) =
  vjp (\x -> vjp (\(xs, a, b) -> loss xs a b w) x 1) (xs, scales, shifts) (w, shifts, scales)
