-- QR by modified Gram-Schmidt: rows of the transposed matrix made orthogonal in place, each to
-- those before it.

import "lib/random"

def dot [n] (x: [n]f64) (y: [n]f64) : f64 = f64.sum (map2 (*) x y)

def loss [n] [m] (a: [n][m]f64) (w: [m][m]f64) : f64 =
  let (_, r) =
    loop (q, r) = (copy (transpose a), replicate m (replicate m 0)) for j < m do
      let (v, r) = loop (v, r) = (copy q[j], r) for i < j do
                     let s = dot q[i] v
                     in (map2 (\x y -> x - s * y) v q[i], r with [i, j] = s)
      let norm = f64.sqrt (dot v v)
      in (q with [j] = map (/ norm) v, r with [j, j] = norm)
  in f64.sum (map2 (\x y -> dot x y) w r)

entry input : ([80][40]f64, [40][40]f64) = (reals_2d 80 40 1 (-1) 1, reals_2d 40 40 2 (-1) 1)

entry primal [n] [m] (a: [n][m]f64) (w: [m][m]f64) : f64 = loss a w

entry gradient [n] [m] (a: [n][m]f64) (w: [m][m]f64) : [n][m]f64 = vjp (\a -> loss a w) a 1
