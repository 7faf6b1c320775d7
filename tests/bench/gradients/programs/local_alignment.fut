-- The best local alignment of neighbours (Smith and Waterman), one row of scores overwritten.

import "lib/random"

def score [n] (a: [n]f64) (b: [n]f64) : f64 =
  (loop (h, best) = (replicate (n + 1) 0, 0) for i < n do
     let (h, _, best) = loop (h, diagonal, best) = (copy h, 0, best) for j in 1...n do
                          let up = h[j]
                          let s = diagonal + 1 - (a[i] - b[j - 1]) ** 2
                          let v = f64.max 0 (f64.max s (f64.max (up - 0.3) (h[j - 1] - 0.3)))
                          in (h with [j] = v, up, f64.max best v)
     in (h, best)).1

def loss [m] [n] (rows: [m][n]f64) : f64 = f64.sum (map2 score rows (rotate 1 rows))

entry input : [560][40]f64 = reals_2d 560 40 1 (-1) 1

entry primal [m] [n] (rows: [m][n]f64) : f64 = loss rows

entry gradient [m] [n] (rows: [m][n]f64) : [m][n]f64 = vjp loss rows 1

entry second [m] [n] (rows: [m][n]f64) : [m][n]f64 =
  vjp (\rows -> vjp loss rows 1) rows (reals_2d m n 90 (-1) 1)
