-- The largest sum of a stretch, by a reduction of 4-tuples: best, best from the left end, best from
-- the right end, total.

import "lib/random"

def merge (b1: f64, l1: f64, r1: f64, t1: f64) (b2: f64, l2: f64, r2: f64, t2: f64)
          : (f64, f64, f64, f64) =
  ( f64.max (f64.max b1 b2) (r1 + l2)
  , f64.max l1 (t1 + l2)
  , f64.max r2 (r1 + t2)
  , t1 + t2
  )

def best [n] (xs: [n]f64) : f64 =
  (reduce merge (0, 0, 0, 0) (map (\x -> let p = f64.max x 0 in (p, p, p, x)) xs)).0

entry input : [300000]f64 = reals 300000 1 (-1) 1

entry primal [n] (xs: [n]f64) : f64 = best xs

entry gradient [n] (xs: [n]f64) : [n]f64 = vjp best xs 1
