-- The best local alignment (Smith and Waterman) of sequences of vectors to one of them, one row of
-- scores overwritten.

import "lib/random"

def score [n] [k] (a: [n][3]f64) (b: [k][3]f64) : f64 =
  (loop (h, best) = (replicate (k + 1) 0, 0) for i < n do
     let (h, _, best) =
       loop (h, diagonal, best) = (h, 0, best) for j in 1...k do
         let s = a[i, 0] * b[j - 1, 0] + a[i, 1] * b[j - 1, 1] + a[i, 2] * b[j - 1, 2]
         let v = f64.max 0 (f64.max (diagonal + s) (f64.max (h[j] - 0.3) (h[j - 1] - 0.3)))
         let up = h[j]
         in (h with [j] = v, up, f64.max best v)
     in (h, best)).1

def loss [m] [n] [k] (as: [m][n][3]f64) (b: [k][3]f64) : f64 = f64.sum (map (\a -> score a b) as)

entry input : ([1300][24][3]f64, [28][3]f64) =
  (unflatten_3d (reals (1300 * 24 * 3) 1 (-1) 1), reals_2d 28 3 2 (-1) 1)

entry primal [m] [n] [k] (as: [m][n][3]f64) (b: [k][3]f64) : f64 = loss as b

entry gradient [m] [n] [k] (as: [m][n][3]f64) (b: [k][3]f64) : ([m][n][3]f64, [k][3]f64) =
  vjp (\(as, b) -> loss as b) (as, b) 1

entry second [m] [n] [k] (as: [m][n][3]f64) (b: [k][3]f64) : ([m][n][3]f64, [k][3]f64) =
  vjp (\p -> vjp (\(as, b) -> loss as b) p 1) (as, b)
      (unflatten_3d (reals (m * n * 3) 90 (-1) 1) :> [m][n][3]f64, reals_2d k 3 91 (-1) 1)
