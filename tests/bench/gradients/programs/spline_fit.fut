-- A natural cubic spline: a tridiagonal solve by two loops, then each point searches its interval
-- by a while loop.

import "lib/random"

-- | Second derivatives at the knots.
def bends [k] (t: [k]f64) (y: [k]f64) : [k]f64 =
  let (c, d) =
    loop (c, d) = (replicate k 0, replicate k 0) for i in 1..<k - 1 do
      let low = t[i] - t[i - 1]
      let high = t[i + 1] - t[i]
      let right = 6 * ((y[i + 1] - y[i]) / high - (y[i] - y[i - 1]) / low)
      let pivot = 2 * (low + high) - low * c[i - 1]
      in (c with [i] = high / pivot, d with [i] = (right - low * d[i - 1]) / pivot)
  in loop m = replicate k 0 for r in 1..<k - 1 do
       let i = k - 1 - r
       in m with [i] = d[i] - c[i] * m[i + 1]

def value [k] (t: [k]f64) (y: [k]f64) (m: [k]f64) (x: f64) : f64 =
  let i = loop i = 0 while i < k - 2 && t[i + 1] <= x do i + 1
  let h = t[i + 1] - t[i]
  let a = (t[i + 1] - x) / h
  let b = (x - t[i]) / h
  in a * y[i] + b * y[i + 1] + ((a ** 3 - a) * m[i] + (b ** 3 - b) * m[i + 1]) * h * h / 6

def loss [k] [n] (t: [k]f64) (y: [k]f64) (xs: [n]f64) (measured: [n]f64) : f64 =
  let m = bends t y
  in f64.sum (map2 (\x z -> (value t y m x - z) ** 2) xs measured)

entry input : ([50]f64, [50]f64, [18000]f64, [18000]f64) =
  (map (\i -> f64.i64 i + real 1 0 0.5 i) (iota 50),
   reals 50 2 (-1) 1,
   reals 18000 3 0 50,
   reals 18000 4 (-1) 1)

entry primal [k] [n] (t: [k]f64) (y: [k]f64) (xs: [n]f64) (measured: [n]f64) : f64 =
  loss t y xs measured

entry gradient [k] [n] (t: [k]f64) (y: [k]f64) (xs: [n]f64) (measured: [n]f64) : [k]f64 =
  vjp (\y -> loss t y xs measured) y 1
