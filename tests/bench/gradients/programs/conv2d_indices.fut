-- A convolution layer of 8 filters of 5x5 on an image: sums over img[i+a,j+b], as on paper.

import "lib/random"

def convolve [n] [m] [k] [f] (h: i64) (w: i64) (img: [n][m]f64) (filters: [f][k][k]f64)
           : [f][h][w]f64 =
  map (\filter ->
    tabulate_2d h w (\i j ->
      f64.sum (map (\a -> f64.sum (map (\b -> img[i+a,j+b] * filter[a,b]) (iota k))) (iota k))))
    filters

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

entry second [n] [m] [k] [f] [h] [w] (img: [n][m]f64) (filters: [f][k][k]f64)
                                     (target: [f][h][w]f64) : [f][k][k]f64 =
  jvp (\filters -> vjp (\filters -> loss img filters target) filters 1) filters filters
