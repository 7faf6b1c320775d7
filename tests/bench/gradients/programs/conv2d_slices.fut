-- A convolution layer by windows: img[i:i+5, j:j+5], flattened, times each flattened filter.

import "lib/random"

def dot [n] (x: [n]f64) (y: [n]f64) : f64 = f64.sum (map2 (*) x y)

def convolve [n] [m] [k] [f] (h: i64) (w: i64) (img: [n][m]f64) (filters: [f][k][k]f64)
           : [f][h][w]f64 =
  let flat = map flatten filters
  let windows =
    tabulate_2d h w (\i j -> flatten (img[i:i+k, j:j+k] :> [k][k]f64))
  in map (\filter -> map (map (dot filter)) windows) flat

def loss [n] [m] [k] [f] [h] [w] (img: [n][m]f64) (filters: [f][k][k]f64)
                                 (target: [f][h][w]f64) : f64 =
  let out = convolve h w img filters
  let errors = map2 (map2 (map2 (-))) out target
  in 0.5 * f64.sum (map (\e -> e * e) (flatten_3d errors))

entry input : ([64][64]f64, [8][5][5]f64, [8][60][60]f64) =
  (reals_2d 64 64 1 0 1, unflatten_3d (reals (8 * 5 * 5) 2 (-0.5) 0.5),
   unflatten_3d (reals (8 * 60 * 60) 3 (-1) 1))

entry primal [n] [m] [k] [f] [h] [w] (img: [n][m]f64) (filters: [f][k][k]f64)
                                     (target: [f][h][w]f64) : f64 =
  loss img filters target

entry gradient [n] [m] [k] [f] [h] [w] (img: [n][m]f64) (filters: [f][k][k]f64)
                                       (target: [f][h][w]f64) : ([n][m]f64, [f][k][k]f64) =
  vjp (\(img, filters) -> loss img filters target) (img, filters) 1
