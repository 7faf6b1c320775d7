-- Negative log-likelihood of a linear Kalman filter with products of small matrices as in C: loops
-- over indices that write into an array of zeros in place.

import "lib/random"

def mul [n] [m] [p] (a: [n][m]f64) (b: [m][p]f64) : *[n][p]f64 =
  loop c = replicate n (replicate p 0) for i < n do
    loop c for j < p do
      loop c for k < m do
        c with [i, j] = c[i, j] + a[i, k] * b[k, j]

def turned [n] [m] (a: [n][m]f64) : [m][n]f64 = tabulate_2d m n (\i j -> a[j, i])

def loss [n] [k] (f: [k][k]f64) (q: [k]f64) (r: [2]f64) (h: [2][k]f64) (zs: [n][2]f64) : f64 =
  let start = tabulate_2d k k (\i j -> if i == j then 1 else 0)
  let ft = turned f
  let ht = turned h
  let (_, _, total) =
    loop (x, p, total) = (replicate k 0, start, 0) for t < n do
      let x = tabulate k (\i -> loop s = 0 for j < k do s + f[i, j] * x[j])
      let p = mul f (mul p ft)
      let p = loop p for i < k do p with [i, i] = p[i, i] + f64.exp q[i]
      let y = tabulate 2 (\i -> loop s = zs[t, i] for j < k do s - h[i, j] * x[j])
      let pht = mul p ht
      let s = mul h pht
      let (a, b, c) = (s[0, 0] + f64.exp r[0], s[0, 1], s[1, 1] + f64.exp r[1])
      let det = a * c - b * s[1, 0]
      let si = [[c / det, -b / det], [-s[1, 0] / det, a / det]]
      let gain = mul pht si
      let x = tabulate k (\i -> x[i] + gain[i, 0] * y[0] + gain[i, 1] * y[1])
      let change = mul gain (mul h p)
      let p = loop p for i < k do loop p for j < k do p with [i, j] = p[i, j] - change[i, j]
      let square = loop s = 0 for i < 2 do loop s for j < 2 do s + y[i] * si[i, j] * y[j]
      in (x, p, total + 0.5 * (f64.log det + square))
  in total

entry input : ([4][4]f64, [4]f64, [2]f64, [2][4]f64, [200][2]f64) =
  ([[0.95, 0, 0.1, 0.01], [0.02, 0.9, 0.01, 0.1], [-0.1, 0.03, 0.95, 0.02], [0.01, -0.1, 0.02, 0.9]],
   [-3, -3.5, -2, -2.5], [-1.2, -0.8], [[1, 0, 0.2, 0], [0, 1, 0.1, 0.3]],
   reals_2d 200 2 1 (-1) 1)

entry primal [n] [k] (f: [k][k]f64) (q: [k]f64) (r: [2]f64) (h: [2][k]f64) (zs: [n][2]f64) : f64 =
  loss f q r h zs

entry gradient [n] [k] (f: [k][k]f64) (q: [k]f64) (r: [2]f64) (h: [2][k]f64) (zs: [n][2]f64)
               : ([k][k]f64, [k]f64, [2]f64) =
  vjp (\(f, q, r) -> loss f q r h zs) (f, q, r) 1
