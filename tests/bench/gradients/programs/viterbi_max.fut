-- The score of the best path of tags, `maximum` instead of the logarithm of a sum; the derivative
-- counts what the path uses.

import "lib/random"

def best [n] [k] (emissions: [n][k]f64) (transitions: [k][k]f64) : f64 =
  f64.maximum (loop score = emissions[0] for i in 1...n - 1 do
                 tabulate k (\j -> emissions[i, j]
                                   + f64.maximum (map2 (+) score transitions[:, j])))

entry input : ([1000][20]f64, [20][20]f64) = (reals_2d 1000 20 1 (-2) 2, reals_2d 20 20 2 (-1) 1)

entry primal [n] [k] (emissions: [n][k]f64) (transitions: [k][k]f64) : f64 =
  best emissions transitions

entry gradient [n] [k] (emissions: [n][k]f64) (transitions: [k][k]f64) : ([n][k]f64, [k][k]f64) =
  vjp (\(e, t) -> best e t) (emissions, transitions) 1
