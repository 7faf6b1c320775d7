-- A picture warped by a field of flow: four neighbours gathered for each point, and weighted. The
-- distance to another picture, by the picture and the flow.

import "lib/random"

def sample [n] [m] (u: [n][m]f64) (y: f64) (x: f64) : f64 =
  let y = f64.max 0 (f64.min y (f64.i64 n - 1.001))
  let x = f64.max 0 (f64.min x (f64.i64 m - 1.001))
  let (i, j) = (i64.f64 (f64.floor y), i64.f64 (f64.floor x))
  let (a, b) = (y - f64.i64 i, x - f64.i64 j)
  in (1 - a) * (1 - b) * u[i, j] + (1 - a) * b * u[i, j + 1]
     + a * (1 - b) * u[i + 1, j] + a * b * u[i + 1, j + 1]

def distance [n] [m] (u: [n][m]f64) (flow: [n][m][2]f64) (target: [n][m]f64) : f64 =
  let warped = tabulate_2d n m (\i j ->
                 sample u (f64.i64 i + flow[i, j, 0]) (f64.i64 j + flow[i, j, 1]))
  in f64.sum (map2 (\x y -> (x - y) ** 2) (flatten warped) (flatten target))

entry input : ([360][360]f64, [360][360][2]f64, [360][360]f64) =
  (reals_2d 360 360 1 0 1,
   tabulate_3d 360 360 2 (\i j k -> real 2 (-3) 3 ((i * 360 + j) * 2 + k)),
   reals_2d 360 360 3 0 1)

entry primal [n] [m] (u: [n][m]f64) (flow: [n][m][2]f64) (target: [n][m]f64) : f64 =
  distance u flow target

entry gradient [n] [m] (u: [n][m]f64) (flow: [n][m][2]f64) (target: [n][m]f64)
               : ([n][m]f64, [n][m][2]f64) =
  vjp (\(u, flow) -> distance u flow target) (u, flow) 1

entry second [n] [m] (u: [n][m]f64) (flow: [n][m][2]f64) (target: [n][m]f64) : [n][m][2]f64 =
  jvp (\flow -> vjp (\flow -> distance u flow target) flow 1) flow (map (map (map (* 0.5))) flow)
