-- Sum and maximum of each group in one histogram of pairs.

import "lib/random"

def loss [n] (is: [n]i64) (xs: [n]f64) : f64 =
  let add (s1: f64, m1: f64) (s2: f64, m2: f64) = (s1 + s2, f64.max m1 m2)
  let bins = hist add (0, f64.lowest) 5000 is (map (\x -> (x, f64.sin x)) xs)
  in f64.sum (map (\(s, m) -> s * m) bins)

entry input : ([200000]i64, [200000]f64) = (wholes 200000 1 5000, reals 200000 2 0 1)

entry primal [n] (is: [n]i64) (xs: [n]f64) : f64 = loss is xs

entry gradient [n] (is: [n]i64) (xs: [n]f64) : [n]f64 = vjp (loss is) xs 1
