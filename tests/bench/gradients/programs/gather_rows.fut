-- Rows of a table by number (embeddings of words): pairs of neighbours score by their product.

import "lib/random"

def loss [m] [n] [d] (is: [n]i64) (table: [m][d]f64) : f64 =
  let rows = map (\i -> table[i]) is
  let score a b = f64.sum (map2 (*) a b)
  in f64.sum (map2 (\a b -> f64.log (1 + f64.exp (-score a b))) rows (rotate 1 rows))

entry input : ([50000]i64, [1000][16]f64) = (wholes 50000 1 1000, reals_2d 1000 16 2 (-1) 1)

entry primal [m] [n] [d] (is: [n]i64) (table: [m][d]f64) : f64 = loss is table

entry gradient [m] [n] [d] (is: [n]i64) (table: [m][d]f64) : [m][d]f64 = vjp (loss is) table 1

entry second [m] [n] [d] (is: [n]i64) (table: [m][d]f64) : [m][d]f64 =
  jvp (\table -> vjp (loss is) table 1) table table
