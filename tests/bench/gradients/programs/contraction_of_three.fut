-- t[n, i, j] = sum over m of a[n, m] b[m, i] c[m, j], as einsum would write it.

import "lib/random"

def contract [n] [m] [p] [q] (a: [n][m]f64) (b: [m][p]f64) (c: [m][q]f64) : [n][p][q]f64 =
  tabulate_3d n p q (\x i j -> f64.sum (map3 (\u v w -> u * v * w) a[x] b[:, i] c[:, j]))

def loss [n] [m] [p] [q] (a: [n][m]f64) (b: [m][p]f64) (c: [m][q]f64) : f64 =
  f64.sum (map (\t -> t * f64.tanh t) (flatten (flatten (contract a b c))))

entry input : ([300][30]f64, [30][20]f64, [30][25]f64) =
  (reals_2d 300 30 1 (-1) 1, reals_2d 30 20 2 (-1) 1, reals_2d 30 25 3 (-1) 1)

entry primal [n] [m] [p] [q] (a: [n][m]f64) (b: [m][p]f64) (c: [m][q]f64) : f64 = loss a b c

entry gradient [n] [m] [p] [q] (a: [n][m]f64) (b: [m][p]f64) (c: [m][q]f64)
               : ([n][m]f64, [m][p]f64, [m][q]f64) =
  vjp (\(a, b, c) -> loss a b c) (a, b, c) 1

entry second [n] [m] [p] [q] (a: [n][m]f64) (b: [m][p]f64) (c: [m][q]f64)
             : ([n][m]f64, [m][p]f64, [m][q]f64) =
  let gradient x = vjp (\(a, b, c) -> loss a b c) x 1
  in vjp gradient (a, b, c) (a, b, c)
