-- States of a loop that grow, in a derivative that has added to an accumulator before: the tiles
-- go on, and nothing is added twice.
-- ==
-- entry: gradient
-- input { 16i64 }
-- output { [[225.0, 225.0, 225.0], [375.0, 4500.0, 1125.0], [900.0, 1125.0, 562.5]] }

def f [k] [m] [n] (xs: [k][m]f64) (as: [n]f64) : [n]f64 =
  map (\a -> loop s = a for j < k do
               let states = loop (v: []f64) = [s] for t < m do
                              let x = xs[j, t]
                              in if j == 0 then v ++ [v[0] * x] else map (* x) v
               in f64.sum states) as

entry gradient (n: i64) =
  let xs = [[1.5, 0.5, 2.0], [3.0, 0.25, 1.0], [1.25, 1.0, 2.0]]
  let as = map f64.i64 (iota n)
  in vjp (\xs -> f xs as) xs (replicate n 1.0)
