-- Arms of many joints in the plane and their reach: for each arm a loop over its joints that
-- gathers the angle and the tip; distances to targets.

import "lib/random"

def tip [n] (angles: [n]f64) (lengths: [n]f64) : (f64, f64) =
  let (_, x, y) = loop (a, x, y) = (0, 0, 0) for i < n do
                    let a = a + angles[i]
                    in (a, x + lengths[i] * f64.cos a, y + lengths[i] * f64.sin a)
  in (x, y)

def loss [m] [n] (angles: [m][n]f64) (lengths: [n]f64) (targets: [m][2]f64) : f64 =
  f64.sum (map2 (\as t -> let (x, y) = tip as lengths
                          in (x - t[0]) ** 2 + (y - t[1]) ** 2 + 0.01 * f64.sum (map (** 2) as))
                angles targets)

entry input : ([12000][30]f64, [30]f64, [12000][2]f64) =
  (reals_2d 12000 30 1 (-0.5) 0.5, reals 30 2 0.5 1, reals_2d 12000 2 3 (-10) 10)

entry primal [m] [n] (angles: [m][n]f64) (lengths: [n]f64) (targets: [m][2]f64) : f64 =
  loss angles lengths targets

entry gradient [m] [n] (angles: [m][n]f64) (lengths: [n]f64) (targets: [m][2]f64)
               : ([m][n]f64, [n]f64) =
  vjp (\(angles, lengths) -> loss angles lengths targets) (angles, lengths) 1
