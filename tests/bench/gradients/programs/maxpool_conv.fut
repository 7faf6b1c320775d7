-- A layer of a convolutional network: eight kernels of 3x3, relu, the largest of each 2x2 by
-- slices.

import "lib/random"

def convolve [n] [m] (u: [n][m]f64) (kernel: [3][3]f64) : [][]f64 =
  tabulate_2d (n - 2) (m - 2) (\i j ->
    f64.sum (flatten (map2 (map2 (*)) kernel (u[i:i + 3, j:j + 3] :> [3][3]f64))))

def pool [n] [m] (u: [n][m]f64) : [][]f64 =
  tabulate_2d (n / 2) (m / 2) (\i j -> f64.maximum (flatten u[2 * i:2 * i + 2, 2 * j:2 * j + 2]))

def layer [n] [m] [k] (u: [n][m]f64) (kernels: [k][3][3]f64) (weights: [k]f64) : f64 =
  let one kernel =
    let pooled = pool (map (map (f64.max 0)) (convolve u kernel))
    in f64.sum (map f64.sum pooled)
  in f64.sum (map2 (\w kernel -> w * one kernel) weights kernels)

entry input : ([66][66]f64, [8][3][3]f64, [8]f64) =
  (reals_2d 66 66 1 0 1,
   tabulate_3d 8 3 3 (\i j k -> real 2 (-1) 1 (i * 9 + j * 3 + k)),
   reals 8 3 (-1) 1)

entry primal [n] [m] [k] (u: [n][m]f64) (kernels: [k][3][3]f64) (weights: [k]f64) : f64 =
  layer u kernels weights

entry gradient [n] [m] [k] (u: [n][m]f64) (kernels: [k][3][3]f64) (weights: [k]f64)
               : ([n][m]f64, [k][3][3]f64) =
  vjp (\(u, kernels) -> layer u kernels weights) (u, kernels) 1
