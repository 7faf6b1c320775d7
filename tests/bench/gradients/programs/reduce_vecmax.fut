-- The largest of each column, as in max pooling over a sequence: a reduction whose elements are
-- arrays.

import "lib/random"

def pooled [n] [d] (xss: [n][d]f64) (w: [d]f64) : f64 =
  let top = reduce (map2 f64.max) (replicate d f64.lowest) xss
  in f64.sum (map2 (\t w -> w * t * t) top w)

entry input : ([50000][16]f64, [16]f64) = (reals_2d 50000 16 1 0 1, reals 16 2 (-1) 1)

entry primal [n] [d] (xss: [n][d]f64) (w: [d]f64) : f64 = pooled xss w

entry gradient [n] [d] (xss: [n][d]f64) (w: [d]f64) : ([n][d]f64, [d]f64) =
  vjp (\(xss, w) -> pooled xss w) (xss, w) 1
