-- Cholesky factors of many small matrices: a map over the batch of loops in place, weighted and
-- summed.

import "lib/random"

def cholesky [n] (a: [n][n]f64) : [n][n]f64 =
  loop l = replicate n (replicate n 0) for i < n do
    let l = loop l for j < i do
              let s = loop s = a[i, j] for k < j do s - l[i, k] * l[j, k]
              in l with [i, j] = s / l[j, j]
    let s = loop s = a[i, i] for k < i do s - l[i, k] * l[i, k]
    in l with [i, i] = f64.sqrt s

def weighted [b] [n] (as: [b][n][n]f64) (w: [n][n]f64) : f64 =
  f64.sum (map (\a -> f64.sum (map2 (*) (flatten w) (flatten (cholesky a)))) as)

entry input : ([2400][16][16]f64, [16][16]f64) =
  (tabulate_3d 2400 16 16 (\b i j ->
     real 1 (-1) 1 ((b * 16 + i64.max i j) * 16 + i64.min i j) + if i == j then 18 else 0),
   reals_2d 16 16 2 (-1) 1)

entry primal [b] [n] (as: [b][n][n]f64) (w: [n][n]f64) : f64 = weighted as w

entry gradient [b] [n] (as: [b][n][n]f64) (w: [n][n]f64) : [b][n][n]f64 =
  vjp (\as -> weighted as w) as 1

entry second [b] [n] (as: [b][n][n]f64) (w: [n][n]f64) : [b][n][n]f64 =
  jvp (\as -> vjp (\as -> weighted as w) as 1) as (map (map (map (* 0.1))) as)
