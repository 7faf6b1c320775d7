-- Reprojection errors of bundle adjustment, with vectors as tuples and cameras as records made from
-- rows of eleven numbers.

import "lib/random"

type vector = (f64, f64, f64)
type camera =
  {turn: vector, centre: vector, focal: f64, middle: (f64, f64), bend: (f64, f64)}

def dot (a: vector) (b: vector) : f64 = a.0 * b.0 + a.1 * b.1 + a.2 * b.2

def cross (a: vector) (b: vector) : vector =
  (a.1 * b.2 - a.2 * b.1, a.2 * b.0 - a.0 * b.2, a.0 * b.1 - a.1 * b.0)

def plus (a: vector) (b: vector) : vector = (a.0 + b.0, a.1 + b.1, a.2 + b.2)
def minus (a: vector) (b: vector) : vector = (a.0 - b.0, a.1 - b.1, a.2 - b.2)
def times (s: f64) (a: vector) : vector = (s * a.0, s * a.1, s * a.2)

def rotate_by (r: vector) (x: vector) : vector =
  let square = dot r r
  in if square > 0
     then let angle = f64.sqrt square
          let c = f64.cos angle
          let axis = times (1 / angle) r
          in plus (times c x)
                  (plus (times (f64.sin angle) (cross axis x)) (times (dot axis x * (1 - c)) axis))
     else plus x (cross r x)

def project (cam: camera) (x: vector) : (f64, f64) =
  let seen = rotate_by cam.turn (minus x cam.centre)
  let (u, v) = (seen.0 / seen.2, seen.1 / seen.2)
  let square = u * u + v * v
  let bend = 1 + cam.bend.0 * square + cam.bend.1 * square * square
  in (cam.focal * u * bend + cam.middle.0, cam.focal * v * bend + cam.middle.1)

def camera_of (a: [11]f64) : camera =
  {turn = (a[0], a[1], a[2]),
   centre = (a[3], a[4], a[5]),
   focal = a[6],
   middle = (a[7], a[8]),
   bend = (a[9], a[10])}

def loss [c] [p] [o]
         (cams: [c][11]f64) (points: [p][3]f64) (weights: [o]f64)
         (which_cam: [o]i64) (which_point: [o]i64) (features: [o][2]f64) : f64 =
  let cameras = map camera_of cams
  let vectors = map (\p -> (p[0], p[1], p[2])) points
  let error w c p (feature: [2]f64) =
    let (x, y) = project cameras[c] vectors[p]
    let (e, f) = (w * (x - feature[0]), w * (y - feature[1]))
    in e * e + f * f
  in f64.sum (map4 error weights which_cam which_point features)

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
