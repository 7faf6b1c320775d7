-- The variance in one pass: triples (count, mean, sum of squared deviations) are merged as Chan
-- does it.

import "lib/random"

type moments = {n: f64, mean: f64, m2: f64}

def merge (a: moments) (b: moments) : moments =
  let n = a.n + b.n
  let d = b.mean - a.mean
  in if n == 0
     then a
     else {n, mean = a.mean + d * b.n / n, m2 = a.m2 + b.m2 + d * d * a.n * b.n / n}

def variance [n] (xs: [n]f64) : f64 =
  let m = reduce merge {n = 0, mean = 0, m2 = 0} (map (\x -> {n = 1, mean = x, m2 = 0}) xs)
  in m.m2 / (m.n - 1)

entry input : [200000]f64 = reals 200000 1 (-3) 3

entry primal [n] (xs: [n]f64) : f64 = variance xs

entry gradient [n] (xs: [n]f64) : [n]f64 = vjp variance xs 1

entry second [n] (xs: [n]f64) : [n]f64 = vjp (\xs -> vjp variance xs 1) xs xs
