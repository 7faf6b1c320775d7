-- The potential energy of many bodies, softened: positions as arrays of three, `map2 (-)` and
-- sums.

import "lib/random"

def energy [n] [d] (ps: [n][d]f64) (ms: [n]f64) : f64 =
  let potential p q =
    let r = map2 (-) p q
    in -1 / f64.sqrt (f64.sum (map2 (*) r r) + 0.01)
  in 0.5 * f64.sum (map2 (\p m -> m * f64.sum (map2 (\q w -> w * potential p q) ps ms)) ps ms)

entry input : ([770][3]f64, [770]f64) = (reals_2d 770 3 1 (-1) 1, reals 770 2 0.5 1.5)

entry primal [n] [d] (ps: [n][d]f64) (ms: [n]f64) : f64 = energy ps ms

entry gradient [n] [d] (ps: [n][d]f64) (ms: [n]f64) : [n][d]f64 = vjp (\ps -> energy ps ms) ps 1
