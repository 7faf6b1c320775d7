-- Sums of irregular segments: a scan with flags, then the last element of each segment by its flag.

import "lib/random"

def segmented [n] (flags: [n]bool) (xs: [n]f64) : [n]f64 =
  map (.1) (scan (\(f, x) (g, y) -> (f || g, if g then y else x + y)) (false, 0) (zip flags xs))

def loss [n] (starts: [n]i64) (xs: [n]f64) : f64 =
  let flags = map (== 0) starts
  let sums = segmented flags xs
  let ends = rotate 1 flags
  in f64.sum (map2 (\e s -> if e then s * s else 0) ends sums)

entry input : ([400000]i64, [400000]f64) = (wholes 400000 1 20, reals 400000 2 (-1) 1)

entry primal [n] (starts: [n]i64) (xs: [n]f64) : f64 = loss starts xs

entry gradient [n] (starts: [n]i64) (xs: [n]f64) : [n]f64 = vjp (loss starts) xs 1

entry second [n] (starts: [n]i64) (xs: [n]f64) : [n]f64 =
  jvp (\xs -> vjp (loss starts) xs 1) xs xs
