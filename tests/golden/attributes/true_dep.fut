-- Each place is written once.
-- ==
-- input { [1.0, 2.0, 3.0] } output { [3.0, 2.0, 1.0] }

def prefix [n] (xs: [n]f64) =
  (loop (#[true_dep] ys, s) = (replicate n 0, 0)
   for i < n do let t = s + xs[i] in (ys with [i] = t, t)).0
def main [n] (xs: [n]f64) = vjp (\xs -> f64.sum (prefix xs)) xs 1
