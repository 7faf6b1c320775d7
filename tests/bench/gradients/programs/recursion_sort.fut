-- A soft merge sort: halves sorted by calls, merged by a loop.

import "lib/random"

def sorted [n] (xs: [n]f64) : [n]f64 =
  if n <= 1 then copy xs
  else let h = n / 2
       let (as, bs) = (sorted (take h xs), sorted (drop h xs))
       in (loop (out, i, j) = (replicate n 0, 0, 0) for k < n do
             if j >= n - h || (i < h && as[i] <= bs[j])
             then (out with [k] = as[i] * 1.001, i + 1, j)
             else (out with [k] = bs[j] * bs[j], i, j + 1)).0

def loss [n] (w: [n]f64) (xs: [n]f64) : f64 = f64.sum (map2 (*) w (sorted xs))

entry input : ([1024]f64, [1024]f64) = (reals 1024 1 0 1, reals 1024 2 0.5 1)

entry primal [n] (w: [n]f64) (xs: [n]f64) : f64 = loss w xs

entry gradient [n] (w: [n]f64) (xs: [n]f64) : [n]f64 = vjp (loss w) xs 1
