-- The largest of each group, by a histogram; squares of them.

import "lib/random"

def loss [n] (is: [n]i64) (xs: [n]f64) : f64 =
  let tops = hist f64.max f64.lowest 5000 is xs
  in f64.sum (map (\t -> t * t) tops)

entry input : ([500000]i64, [500000]f64) = (wholes 500000 1 5000, reals 500000 2 0 1)

entry primal [n] (is: [n]i64) (xs: [n]f64) : f64 = loss is xs

entry gradient [n] (is: [n]i64) (xs: [n]f64) : [n]f64 = vjp (loss is) xs 1
