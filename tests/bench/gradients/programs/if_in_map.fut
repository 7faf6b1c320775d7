-- A map whose branches cost very different amounts: a series for the small, a square root for the
-- others.

import "lib/random"

def f (a: f64) (x: f64) : f64 =
  if x < 0.1
  then loop y = 0 for k < 20 do y * x * a + 1 / f64.i64 (k + 1)
  else if x < 0.5 then f64.log (a + x) * f64.exp (-x) else f64.sqrt x

def loss [n] (a: f64) (xs: [n]f64) : f64 = f64.sum (map (f a) xs) / f64.i64 n

entry input : (f64, [300000]f64) = (1.5, reals 300000 1 0 1)

entry primal [n] (a: f64) (xs: [n]f64) : f64 = loss a xs

entry gradient [n] (a: f64) (xs: [n]f64) : (f64, [n]f64) =
  vjp (\(a, xs) -> loss a xs) (a, xs) 1

entry second [n] (a: f64) (xs: [n]f64) : (f64, [n]f64) =
  vjp (\(a, xs) -> vjp (\(a, xs) -> loss a xs) (a, xs) 1) (a, xs) (a, xs)
