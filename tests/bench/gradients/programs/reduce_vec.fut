-- The mean of the rows of a matrix, by a reduction whose elements are arrays; then its squared
-- distance from a given point.

import "lib/random"

def distance [n] [d] (xss: [n][d]f64) (c: [d]f64) : f64 =
  let total = reduce (map2 (+)) (replicate d 0) xss
  in f64.sum (map2 (\t c -> (t / f64.i64 n - c) ** 2) total c)

entry input : ([50000][16]f64, [16]f64) = (reals_2d 50000 16 1 0 1, reals 16 2 (-1) 1)

entry primal [n] [d] (xss: [n][d]f64) (c: [d]f64) : f64 = distance xss c

entry gradient [n] [d] (xss: [n][d]f64) (c: [d]f64) : ([n][d]f64, [d]f64) =
  vjp (\(xss, c) -> distance xss c) (xss, c) 1

entry second [n] [d] (xss: [n][d]f64) (c: [d]f64) : ([n][d]f64, [d]f64) =
  jvp (\(xss, c) -> vjp (\(xss, c) -> distance xss c) (xss, c) 1) (xss, c) (xss, c)
