-- An integral by the trapezoidal rule: a sum of a map over iota, with a few parameters.

import "lib/random"

def integral (n: i64) (a: f64) (b: f64) (mu: f64) (width: f64) : f64 =
  let h = (b - a) / f64.i64 n
  let f x = f64.exp (-(x - mu) * (x - mu) / (2 * width)) / (1 + x * x)
  let inner = f64.sum (map (\i -> f (a + h * f64.i64 i)) (1..<n))
  in h * (0.5 * f a + inner + 0.5 * f b)

entry input : (i64, f64, f64, f64, f64) = (600000, -2, 3, 0.3, 0.8)

entry primal (n: i64) (a: f64) (b: f64) (mu: f64) (width: f64) : f64 = integral n a b mu width

entry gradient (n: i64) (a: f64) (b: f64) (mu: f64) (width: f64) : (f64, f64, f64, f64) =
  vjp (\(a, b, mu, width) -> integral n a b mu width) (a, b, mu, width) 1

entry second (n: i64) (a: f64) (b: f64) (mu: f64) (width: f64) : (f64, f64, f64, f64) =
  jvp (\(a, b, mu, width) ->
         vjp (\(a, b, mu, width) -> integral n a b mu width) (a, b, mu, width) 1)
      (a, b, mu, width) (1, 1, 1, 1)
