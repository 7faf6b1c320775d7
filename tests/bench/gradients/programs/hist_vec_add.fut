-- Sums of the rows of each group (an embedding's gradient, the means of k-means): a histogram whose
-- elements are arrays.

import "lib/random"

def loss [n] [d] (is: [n]i64) (rows: [n][d]f64) : f64 =
  let sums = hist (map2 (+)) (replicate d 0) 500 is rows
  in f64.sum (map (\s -> f64.sqrt (1 + f64.sum (map (\x -> x * x) s))) sums)

entry input : ([200000]i64, [200000][8]f64) = (wholes 200000 1 500, reals_2d 200000 8 2 (-1) 1)

entry primal [n] [d] (is: [n]i64) (rows: [n][d]f64) : f64 = loss is rows

entry gradient [n] [d] (is: [n]i64) (rows: [n][d]f64) : [n][d]f64 = vjp (loss is) rows 1

entry second [n] [d] (is: [n]i64) (rows: [n][d]f64) : [n][d]f64 =
  vjp (\rows -> vjp (loss is) rows 1) rows rows
