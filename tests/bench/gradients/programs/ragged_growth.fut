-- Each row grows until it is large enough, and shrinks to its root, six times: `while` in `for` in a map.

import "lib/random"

def loss [n] (xs: [n]f64) (rates: [n]f64) : f64 =
  let grown x rate =
    loop y = x for _k < 6 do
      let (p, _) = loop (p, n) = (y, 0i64) while p < 2 && n < 5 do (p * (1 + 0.2 * rate), n + 1)
      in f64.sqrt p
  in f64.sum (map2 grown xs rates)

entry input : ([54000]f64, [54000]f64) = (reals 54000 1 0.5 3, reals 54000 2 0.5 3)

entry primal [n] (xs: [n]f64) (rates: [n]f64) : f64 = loss xs rates

entry gradient [n] (xs: [n]f64) (rates: [n]f64) : ([n]f64, [n]f64) =
  vjp (\(xs, rates) -> loss xs rates) (xs, rates) 1

entry second [n] (xs: [n]f64) (rates: [n]f64) : ([n]f64, [n]f64) =
  vjp (\p -> vjp (\(xs, rates) -> loss xs rates) p 1) (xs, rates)
      (reals n 90 (-1) 1, reals n 91 (-1) 1)
