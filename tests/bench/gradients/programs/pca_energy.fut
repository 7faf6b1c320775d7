-- What principal components lose: x - W (W^T x) for each point, with a matrix-vector product and its
-- transpose, and how far W is from orthonormal.

import "lib/random"

def times [n] [m] (a: [n][m]f64) (x: [m]f64) : [n]f64 = map (\row -> f64.sum (map2 (*) row x)) a

def loss [n] [d] [k] (x: [n][d]f64) (mean: [d]f64) (w: [d][k]f64) : f64 =
  let lost p =
    let centred = map2 (-) p mean
    let code = times (transpose w) centred
    let rest = map2 (-) centred (times w code)
    in f64.sum (map (\r -> r * r) rest)
  let gram = map (\a -> map (\b -> f64.sum (map2 (*) a b)) (transpose w)) (transpose w)
  let skew = tabulate_2d k k (\i j -> (gram[i, j] - (if i == j then 1 else 0)) ** 2)
  in f64.sum (map lost x) / f64.i64 n + f64.sum (map f64.sum skew)

entry input : ([20000][20]f64, [20]f64, [20][5]f64) =
  (reals_2d 20000 20 1 (-1) 1, reals 20 2 (-0.1) 0.1, reals_2d 20 5 3 (-0.5) 0.5)

entry primal [n] [d] [k] (x: [n][d]f64) (mean: [d]f64) (w: [d][k]f64) : f64 = loss x mean w

entry gradient [n] [d] [k] (x: [n][d]f64) (mean: [d]f64) (w: [d][k]f64) : ([d]f64, [d][k]f64) =
  vjp (\(m, w) -> loss x m w) (mean, w) 1
