-- Gains and losses, parted by `partition`, enter with different exponents (prospect theory).

import "lib/random"

def value [n] (xs: [n]f64) (loss_aversion: f64) : f64 =
  let (gains, losses) = partition (>= 0) xs
  let up = f64.sum (map (\x -> (x + 0.01) ** 0.88) gains)
  let down = f64.sum (map (\x -> (0.01 - x) ** 0.92) losses)
  in (up - loss_aversion * down) / f64.i64 n

entry input : ([100000]f64, f64) = (reals 100000 1 (-3) 3, 2.25)

entry primal [n] (xs: [n]f64) (loss_aversion: f64) : f64 = value xs loss_aversion

entry gradient [n] (xs: [n]f64) (loss_aversion: f64) : ([n]f64, f64) =
  vjp (\(xs, l) -> value xs l) (xs, loss_aversion) 1
