-- Reprojection errors of bundle adjustment, as in ADBench: cameras are rows of eleven numbers (an
-- angle-axis rotation, centre, focal length, principal point, distortion), looked up by observation.

import "lib/random"

def dot (a: [3]f64) (b: [3]f64) : f64 = a[0] * b[0] + a[1] * b[1] + a[2] * b[2]

def cross (a: [3]f64) (b: [3]f64) : [3]f64 =
  [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]

def rotate_by (r: [3]f64) (x: [3]f64) : [3]f64 =
  let square = dot r r
  in if square > 0
     then let angle = f64.sqrt square
          let c = f64.cos angle
          let s = f64.sin angle
          let axis = map (/ angle) r
          let along = dot axis x * (1 - c)
          in map3 (\p q w -> p * c + q * s + w * along) x (cross axis x) axis
     else map2 (+) x (cross r x)

def project (cam: [11]f64) (x: [3]f64) : [2]f64 =
  let seen = rotate_by [cam[0], cam[1], cam[2]] [x[0] - cam[3], x[1] - cam[4], x[2] - cam[5]]
  let u = seen[0] / seen[2]
  let v = seen[1] / seen[2]
  let square = u * u + v * v
  let bend = 1 + cam[9] * square + cam[10] * square * square
  in [cam[6] * u * bend + cam[7], cam[6] * v * bend + cam[8]]

def loss [c] [p] [o]
         (cams: [c][11]f64) (points: [p][3]f64) (weights: [o]f64)
         (which_cam: [o]i64) (which_point: [o]i64) (features: [o][2]f64) : f64 =
  let error o =
    let place = project cams[which_cam[o]] points[which_point[o]]
    let e = weights[o] * (place[0] - features[o, 0])
    let f = weights[o] * (place[1] - features[o, 1])
    in e * e + f * f
  in f64.sum (map error (iota o))

entry input : ([40][11]f64, [2000][3]f64, [80000]f64, [80000]i64, [80000]i64, [80000][2]f64) =
  let cam i =
    [real 1 (-0.5) 0.5 (3 * i), real 1 (-0.5) 0.5 (3 * i + 1), real 1 (-0.5) 0.5 (3 * i + 2),
     real 2 (-1) 1 (2 * i), real 2 (-1) 1 (2 * i + 1), real 3 (-6) (-4) i,
     real 4 1 2 i, real 5 (-0.1) 0.1 i, real 6 (-0.1) 0.1 i,
     real 7 (-0.1) 0.1 i, real 8 (-0.02) 0.02 i]
  in (map cam (iota 40),
      reals_2d 2000 3 9 (-1) 1,
      reals 80000 10 0.5 1.5,
      wholes 80000 11 40,
      wholes 80000 12 2000,
      reals_2d 80000 2 13 (-1) 1)

entry primal [c] [p] [o]
             (cams: [c][11]f64) (points: [p][3]f64) (weights: [o]f64)
             (which_cam: [o]i64) (which_point: [o]i64) (features: [o][2]f64) : f64 =
  loss cams points weights which_cam which_point features

entry gradient [c] [p] [o]
               (cams: [c][11]f64) (points: [p][3]f64) (weights: [o]f64)
               (which_cam: [o]i64) (which_point: [o]i64) (features: [o][2]f64)
               : ([c][11]f64, [p][3]f64, [o]f64) =
  vjp (\(cs, ps, ws) -> loss cs ps ws which_cam which_point features) (cams, points, weights) 1
