-- The energy of a net of springs: edges are pairs of indices into the points, whose rows are
-- gathered.

import "lib/random"

def energy [n] [m] (points: [n][3]f64) (edges: [m][2]i64) (rest: [m]f64) (stiff: f64) : f64 =
  let spring (e: [2]i64) l =
    let d = map2 (-) points[e[0]] points[e[1]]
    let length = f64.sqrt (f64.sum (map (\x -> x * x) d))
    in 0.5 * stiff * (length - l) * (length - l)
  in f64.sum (map2 spring edges rest)

entry input : ([20000][3]f64, [170000][2]i64, [170000]f64, f64) =
  let ends = wholes 170000 2 20000
  let steps = wholes 170000 3 19998
  in (reals_2d 20000 3 1 0 10, map2 (\i s -> [i, (i + 1 + s) % 20000]) ends steps,
      reals 170000 4 1 2, 3.5)

entry primal [n] [m] (points: [n][3]f64) (edges: [m][2]i64) (rest: [m]f64) (stiff: f64) : f64 =
  energy points edges rest stiff

entry gradient [n] [m] (points: [n][3]f64) (edges: [m][2]i64) (rest: [m]f64) (stiff: f64)
               : ([n][3]f64, [m]f64, f64) =
  vjp (\(p, l, k) -> energy p edges l k) (points, rest, stiff) 1
