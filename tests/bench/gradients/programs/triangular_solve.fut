-- Forward substitution for a batch of triangles, each a loop in place.

import "lib/random"

def solve [n] (l: [n][n]f64) (b: [n]f64) : [n]f64 =
  loop x = replicate n 0 for i < n do
    let s = loop s = b[i] for j < i do s - l[i, j] * x[j]
    in x with [i] = s / l[i, i]

def loss [m] [n] (ls: [m][n][n]f64) (bs: [m][n]f64) : f64 =
  f64.sum (map2 (\l b -> f64.sum (map (\x -> x * x) (solve l b))) ls bs)

entry input : ([1500][40][40]f64, [1500][40]f64) =
  (tabulate_3d 1500 40 40 (\b i j -> if i == j then 5 else real 1 (-1) 1 ((b * 40 + i) * 40 + j)),
   reals_2d 1500 40 2 (-1) 1)

entry primal [m] [n] (ls: [m][n][n]f64) (bs: [m][n]f64) : f64 = loss ls bs

entry gradient [m] [n] (ls: [m][n][n]f64) (bs: [m][n]f64) : ([m][n][n]f64, [m][n]f64) =
  vjp (\(ls, bs) -> loss ls bs) (ls, bs) 1

entry second [m] [n] (ls: [m][n][n]f64) (bs: [m][n]f64) : [m][n]f64 =
  vjp (\bs -> f64.sum (flatten (vjp (\bs -> loss ls bs) bs 1))) bs 1
