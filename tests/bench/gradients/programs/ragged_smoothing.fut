-- Rings of eight numbers through time steps, smoothed in each as often as the ring says.

import "lib/random"

def loss [n] (xs: [n][8]f64) : f64 =
  let steps (x: [8]f64) =
    let times = 1 + i64.f64 (x[0] * 2)
    in loop u = x for _t < 10 do
         loop u = map f64.sin u for _s < times do
           map3 (\a b c -> 0.25 * a + 0.5 * b + 0.25 * c * c) (rotate 1 u) u (rotate (-1) u)
  in f64.sum (map (\x -> f64.sum (steps x)) xs)

entry input : [5000][8]f64 = reals_2d 5000 8 1 0.5 1.5

entry primal [n] (xs: [n][8]f64) : f64 = loss xs

entry gradient [n] (xs: [n][8]f64) : [n][8]f64 = vjp loss xs 1

entry second [n] (xs: [n][8]f64) : [n][8]f64 =
  vjp (\xs -> vjp loss xs 1) xs (reals_2d n 8 90 (-1) 1)
