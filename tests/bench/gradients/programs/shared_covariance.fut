-- Likelihoods of rows under one covariance, which each row factors for itself.

import "lib/random"

def factor [d] (w: [d][d]f64) : [d][d]f64 =
  let s = tabulate_2d d d (\i j -> (if i == j then 1 else 0) + f64.sum (map2 (*) w[i] w[j]))
  in loop l = s for j < d do
       let l = l with [j, j] = f64.sqrt (l[j, j] - (loop s = 0 for k < j do s + l[j, k] ** 2))
       in loop l for i in j + 1..<d do
            l with [i, j] = (l[i, j] - (loop s = 0 for k < j do s + l[i, k] * l[j, k])) / l[j, j]

def density [d] (l: [d][d]f64) (x: [d]f64) : f64 =
  let z = loop z = copy x for i < d do
    z with [i] = (z[i] - (loop s = 0 for k < i do s + l[i, k] * z[k])) / l[i, i]
  in 0.5 * f64.sum (map (** 2) z) + f64.sum (map (\i -> f64.log l[i, i]) (iota d))

def loss [n] [d] (xs: [n][d]f64) (w: [d][d]f64) : f64 = f64.sum (map (\x -> density (factor w) x) xs)

entry input : ([110000][6]f64, [6][6]f64) = (reals_2d 110000 6 1 (-1) 1, reals_2d 6 6 2 (-0.5) 0.5)

entry primal [n] [d] (xs: [n][d]f64) (w: [d][d]f64) : f64 = loss xs w

entry gradient [n] [d] (xs: [n][d]f64) (w: [d][d]f64) : ([n][d]f64, [d][d]f64) =
  vjp (\(xs, w) -> loss xs w) (xs, w) 1

entry second [n] [d] (xs: [n][d]f64) (w: [d][d]f64) : ([n][d]f64, [d][d]f64) =
  let along = (reals_2d n d 90 (-1) 1, reals_2d d d 91 (-1) 1)
  in vjp (\p -> vjp (\(xs, w) -> loss xs w) p 1) (xs, w) along
