-- Eigenvalues by Jacobi's rotations, in place; an element that is small already is left alone, so
-- a branch gives back the matrix as it is or turned.

import "lib/random"

def rotated [n] (a: *[n][n]f64) (p: i64) (q: i64) : *[n][n]f64 =
  let theta = 0.5 * f64.atan2 (2 * a[p, q]) (a[q, q] - a[p, p])
  let (c, s) = (f64.cos theta, f64.sin theta)
  let a = loop a for k < n do
            let (x, y) = (a[k, p], a[k, q])
            let a = a with [k, p] = c * x - s * y
            in a with [k, q] = s * x + c * y
  in loop a for k < n do
       let (x, y) = (a[p, k], a[q, k])
       let a = a with [p, k] = c * x - s * y
       in a with [q, k] = s * x + c * y

def loss [n] (a: [n][n]f64) (w: [n]f64) : f64 =
  let a = loop a = copy a for _sweep < 4 do
            loop a for p < n - 1 do
              loop a for q in p + 1..<n do
                if f64.abs a[p, q] < 1e-12 then a else rotated a p q
  in f64.sum (map (\i -> w[i] * a[i, i]) (iota n))

entry input : ([20][20]f64, [20]f64) =
  (tabulate_2d 20 20 (\i j ->
     real 1 (-1) 1 (i64.max i j * 20 + i64.min i j) + if i == j then f64.i64 i else 0),
   reals 20 2 0 1)

entry primal [n] (a: [n][n]f64) (w: [n]f64) : f64 = loss a w

entry gradient [n] (a: [n][n]f64) (w: [n]f64) : [n][n]f64 = vjp (\a -> loss a w) a 1

entry second [n] (a: [n][n]f64) (w: [n]f64) : [n][n]f64 =
  vjp (\a -> vjp (\a -> loss a w) a 1) a (reals_2d n n 90 (-1) 1)
