-- Values written at places, some of them twice and some outside, over what is there; a weighted sum
-- of the squares.

import "lib/random"

def loss [n] [m] (is: [n]i64) (dest: [m]f64) (vs: [n]f64) (ws: [m]f64) : f64 =
  let ys = scatter (copy dest) is vs
  in f64.sum (map2 (\w y -> w * y * y) ws ys)

entry input : ([400000]i64, [1000000]f64, [400000]f64, [1000000]f64) =
  ( map (\i -> i - 10) (wholes 400000 1 1000100)
  , reals 1000000 2 (-1) 1
  , reals 400000 3 (-1) 1
  , reals 1000000 4 (-1) 1)

entry primal [n] [m] (is: [n]i64) (dest: [m]f64) (vs: [n]f64) (ws: [m]f64) : f64 =
  loss is dest vs ws

entry gradient [n] [m] (is: [n]i64) (dest: [m]f64) (vs: [n]f64) (ws: [m]f64) : ([m]f64, [n]f64) =
  vjp (\(dest, vs) -> loss is dest vs ws) (dest, vs) 1
