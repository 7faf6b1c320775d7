-- Dilation, then erosion: windows that end where the signal does.

import "lib/random"

def windows [n] (f: (k: i64) -> [k]f64 -> f64) (x: [n]f64) : [n]f64 =
  tabulate n (\i ->
    let from = i64.max 0 (i - 8)
    let to = i64.min n (i + 9)
    in f (to - from) (x[from:to] :> [to - from]f64))

def loss [n] (x: [n]f64) : f64 =
  let dilated = windows (\k (w: [k]f64) -> f64.maximum w) x
  let closed = windows (\k (w: [k]f64) -> f64.minimum w) dilated
  in f64.sum (map2 (\a b -> (a - b) ** 2) closed x)

entry input : [60000]f64 = reals 60000 1 (-1) 1

entry primal [n] (x: [n]f64) : f64 = loss x

entry gradient [n] (x: [n]f64) : [n]f64 = vjp loss x 1

entry second [n] (x: [n]f64) : [n]f64 = vjp (\x -> vjp loss x 1) x (reals n 90 (-1) 1)
