-- The largest of each group and column: a histogram whose elements are arrays.

import "lib/random"

def loss [n] [d] (is: [n]i64) (rows: [n][d]f64) : f64 =
  let tops = hist (map2 f64.max) (replicate d f64.lowest) 500 is rows
  in f64.sum (map (\t -> f64.sum (map (\x -> x * x * x) t)) tops)

entry input : ([200000]i64, [200000][8]f64) = (wholes 200000 1 500, reals_2d 200000 8 2 (-1) 1)

entry primal [n] [d] (is: [n]i64) (rows: [n][d]f64) : f64 = loss is rows

entry gradient [n] [d] (is: [n]i64) (rows: [n][d]f64) : [n][d]f64 = vjp (loss is) rows 1
