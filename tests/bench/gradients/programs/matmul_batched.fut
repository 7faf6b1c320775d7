-- Twenty products of small matrices at once: map2 over a product by rows and columns.

import "lib/random"

def dot [n] (x: [n]f64) (y: [n]f64) : f64 = f64.sum (map2 (*) x y)

def product [n] [m] [p] (a: [n][m]f64) (b: [m][p]f64) : [n][p]f64 =
  map (\row -> map (dot row) (transpose b)) a

def loss [l] [n] [m] [p] (as: [l][n][m]f64) (bs: [l][m][p]f64) (ws: [l][n][p]f64) : f64 =
  let cs = map2 product as bs
  in f64.sum (map2 (\w c -> dot (flatten w) (flatten c)) ws cs)

def batch (l: i64) (n: i64) (m: i64) (seed: i64) : [l][n][m]f64 =
  tabulate l (\i -> reals_2d n m (seed + i) (-1) 1)

entry input : ([20][91][91]f64, [20][91][91]f64, [20][91][91]f64) =
  (batch 20 91 91 100, batch 20 91 91 200, batch 20 91 91 300)

entry primal [l] [n] [m] [p] (as: [l][n][m]f64) (bs: [l][m][p]f64) (ws: [l][n][p]f64) : f64 =
  loss as bs ws

entry gradient [l] [n] [m] [p] (as: [l][n][m]f64) (bs: [l][m][p]f64) (ws: [l][n][p]f64)
             : ([l][n][m]f64, [l][m][p]f64) =
  vjp (\(as, bs) -> loss as bs ws) (as, bs) 1
