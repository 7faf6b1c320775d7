-- Many systems of four equations, eliminated in place by loops over all rows, of which a branch does
-- those below.

import "lib/random"

def solve (a: [4][4]f64) (b: [4]f64) : [4]f64 =
  let (a, b) = loop (a, b) = (copy a, copy b) for k < 4 do
                 loop (a, b) for i < 4 do
                   if i > k then
                     let f = a[i, k] / a[k, k]
                     let bi = b[i] - f * b[k]
                     let row = map2 (\x y -> x - f * y) a[i] a[k]
                     in (a with [i] = row, b with [i] = bi)
                   else (a, b)
  in loop x = replicate 4 0 for k' < 4 do
       let k = 3 - k'
       in x with [k] = (b[k] - f64.sum (map2 (*) a[k] x)) / a[k, k]

def loss [n] (as: [n][4][4]f64) (bs: [n][4]f64) : f64 =
  f64.sum (map2 (\a b -> f64.sum (solve a b)) as bs)

entry input : ([32000][4][4]f64, [32000][4]f64) =
  (tabulate_3d 32000 4 4 (\i j k -> real 1 (-1) 1 (i * 16 + j * 4 + k) + if j == k then 5 else 0),
   reals_2d 32000 4 2 (-1) 1)

entry primal [n] (as: [n][4][4]f64) (bs: [n][4]f64) : f64 = loss as bs

entry gradient [n] (as: [n][4][4]f64) (bs: [n][4]f64) : ([n][4][4]f64, [n][4]f64) =
  vjp (\(as, bs) -> loss as bs) (as, bs) 1

entry second [n] (as: [n][4][4]f64) (bs: [n][4]f64) : ([n][4][4]f64, [n][4]f64) =
  vjp (\p -> vjp (\(as, bs) -> loss as bs) p 1) (as, bs)
      (unflatten_3d (reals (n * 4 * 4) 90 (-1) 1), reals_2d n 4 91 (-1) 1)
