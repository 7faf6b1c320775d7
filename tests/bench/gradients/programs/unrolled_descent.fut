-- Descent with momentum on a logistic regression, unrolled: the primal has a gradient inside, the
-- derivative of the loss on other data is with respect to rate, momentum and penalty.

import "lib/random"

def loss [n] [d] (penalty: f64) (x: [n][d]f64) (y: [n]f64) (w: [d]f64) : f64 =
  let one x y = f64.log1p (f64.exp (-(y * f64.sum (map2 (*) x w))))
  in f64.sum (map2 one x y) / f64.i64 n + penalty * f64.sum (map (\w -> w * w) w)

def trained [n] [m] [d]
            (rate: f64) (momentum: f64) (penalty: f64)
            (x: [n][d]f64) (y: [n]f64) (xv: [m][d]f64) (yv: [m]f64) : f64 =
  let (w, _) =
    loop (w, v) = (replicate d 0, replicate d 0) for _i < 50 do
      let g = vjp (loss penalty x y) w 1
      let v = map2 (\v g -> momentum * v - rate * g) v g
      in (map2 (+) w v, v)
  in loss 0 xv yv w

entry input : (f64, f64, f64, [2300][20]f64, [2300]f64, [100][20]f64, [100]f64) =
  (0.1, 0.8, 0.01, reals_2d 2300 20 1 (-1) 1, tabulate 2300 (\i -> if i % 3 == 0 then 1 else -1),
   reals_2d 100 20 2 (-1) 1, tabulate 100 (\i -> if i % 3 == 0 then 1 else -1))

entry primal [n] [m] [d]
             (rate: f64) (momentum: f64) (penalty: f64)
             (x: [n][d]f64) (y: [n]f64) (xv: [m][d]f64) (yv: [m]f64) : f64 =
  trained rate momentum penalty x y xv yv

entry gradient [n] [m] [d]
               (rate: f64) (momentum: f64) (penalty: f64)
               (x: [n][d]f64) (y: [n]f64) (xv: [m][d]f64) (yv: [m]f64) : (f64, f64, f64) =
  vjp (\(r, m, p) -> trained r m p x y xv yv) (rate, momentum, penalty) 1
