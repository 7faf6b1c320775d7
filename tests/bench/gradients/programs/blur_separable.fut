-- A picture blurred by rows, transposed, and blurred by rows again; the distance to a sharp one,
-- by the picture and the kernel.

import "lib/random"

def blur_row [m] [k] (kernel: [k]f64) (row: [m]f64) : [m]f64 =
  tabulate m (\j ->
    f64.sum (map2 (\t w -> w * row[i64.max 0 (i64.min (m - 1) (j + t - k / 2))]) (iota k) kernel))

def blur [n] [m] [k] (kernel: [k]f64) (u: [n][m]f64) : [n][m]f64 =
  transpose (map (blur_row kernel) (transpose (map (blur_row kernel) u)))

def distance [n] [m] [k] (u: [n][m]f64) (kernel: [k]f64) (target: [n][m]f64) : f64 =
  f64.sum (map2 (\xs ys -> f64.sum (map2 (\x y -> (x - y) ** 2) xs ys)) (blur kernel u) target)

entry input : ([340][200]f64, [9]f64, [340][200]f64) =
  (reals_2d 340 200 1 0 1, map (/ 9) (reals 9 2 0.5 1.5), reals_2d 340 200 3 0 1)

entry primal [n] [m] [k] (u: [n][m]f64) (kernel: [k]f64) (target: [n][m]f64) : f64 =
  distance u kernel target

entry gradient [n] [m] [k] (u: [n][m]f64) (kernel: [k]f64) (target: [n][m]f64)
               : ([n][m]f64, [k]f64) =
  vjp (\(u, kernel) -> distance u kernel target) (u, kernel) 1

entry second [n] [m] [k] (u: [n][m]f64) (kernel: [k]f64) (target: [n][m]f64) : [k]f64 =
  vjp (\kernel -> f64.sum (vjp (\kernel -> distance u kernel target) kernel 1)) kernel 1
