-- Recurrences over all before each number of a row, of which each row has another number.

import "lib/random"

def loss [m] (xs: [m][10]f64) : f64 =
  let run (k: i64) (x: [10]f64) =
    loop s = 0.1 for i < 5 + k % 6 do loop s for j < i do f64.sin (s * x[j] + x[i])
  in f64.sum (map2 run (iota m) xs)

entry input : [16000][10]f64 = reals_2d 16000 10 1 (-1) 1

entry primal [m] (xs: [m][10]f64) : f64 = loss xs

entry gradient [m] (xs: [m][10]f64) : [m][10]f64 = vjp loss xs 1

entry second [m] (xs: [m][10]f64) : [m][10]f64 = vjp (\xs -> vjp loss xs 1) xs (reals_2d m 10 90 (-1) 1)
