-- Systems of eight equations, of a size that the program does not know, each eliminated in place and
-- put back in.

import "lib/random"

def solve [m] (a: [m][m]f64) (b: [m]f64) : [m]f64 =
  let (a, b) = loop (a, b) = (copy a, copy b) for k < m do
                 loop (a, b) for i in k + 1..<m do
                   let f = a[i, k] / a[k, k]
                   let bi = b[i] - f * b[k]
                   let row = map2 (\x y -> x - f * y) a[i] a[k]
                   in (a with [i] = row, b with [i] = bi)
  in loop x = replicate m 0 for k' < m do
       let k = m - 1 - k'
       in x with [k] = (b[k] - f64.sum (map2 (*) a[k] x)) / a[k, k]

def loss [n] [m] (as: [n][m][m]f64) (bs: [n][m]f64) : f64 =
  f64.sum (map2 (\a b -> f64.sum (solve a b)) as bs)

entry input : ([6000][8][8]f64, [6000][8]f64) =
  (tabulate_3d 6000 8 8 (\i j k -> real 1 (-1) 1 (i * 64 + j * 8 + k) + if j == k then 9 else 0),
   reals_2d 6000 8 2 (-1) 1)

entry primal [n] [m] (as: [n][m][m]f64) (bs: [n][m]f64) : f64 = loss as bs

entry gradient [n] [m] (as: [n][m][m]f64) (bs: [n][m]f64) : ([n][m][m]f64, [n][m]f64) =
  vjp (\(as, bs) -> loss as bs) (as, bs) 1

entry second [n] [m] (as: [n][m][m]f64) (bs: [n][m]f64) : ([n][m][m]f64, [n][m]f64) =
  vjp (\p -> vjp (\(as, bs) -> loss as bs) p 1) (as, bs)
      (unflatten_3d (reals (n * m * m) 90 (-1) 1), reals_2d n m 91 (-1) 1)
