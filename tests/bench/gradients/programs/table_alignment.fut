-- Local alignment of sequences of vectors to one, in a table for each, by ranges of 32 bits.

import "lib/random"

def best [n] [k] (a: [n][3]f64) (b: [k][3]f64) : f64 =
  let table = replicate (n + 1) (replicate (k + 1) 0)
  in (loop (h, best) = (table, 0) for i in 1...i32.i64 n do
        loop (h, best) for j in 1...i32.i64 k do
          let s = a[i - 1, 0] * b[j - 1, 0] + a[i - 1, 1] * b[j - 1, 1] + a[i - 1, 2] * b[j - 1, 2]
          let v = f64.max 0 (f64.max (h[i - 1, j - 1] + s) (f64.max (h[i - 1, j] - 0.3) (h[i, j - 1] - 0.3)))
          in (h with [i, j] = v, f64.max best v)).1

def loss [m] [n] [k] (as: [m][n][3]f64) (b: [k][3]f64) : f64 = f64.sum (map (\a -> best a b) as)

entry input : ([1200][24][3]f64, [28][3]f64) = 
  (unflatten (reals_2d (1200 * 24) 3 1 (-1) 1), reals_2d 28 3 2 (-1) 1)

entry primal [m] [n] [k] (as: [m][n][3]f64) (b: [k][3]f64) : f64 = loss as b

entry gradient [m] [n] [k] (as: [m][n][3]f64) (b: [k][3]f64) : ([m][n][3]f64, [k][3]f64) =
  vjp (\(as, b) -> loss as b) (as, b) 1

entry second [m] [n] [k] (as: [m][n][3]f64) (b: [k][3]f64) : ([m][n][3]f64, [k][3]f64) =
  vjp (\p -> vjp (\(as, b) -> loss as b) p 1) (as, b) (as, b)
