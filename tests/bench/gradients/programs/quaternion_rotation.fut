-- Points turned by one quaternion (normalised within), against measured ones.

import "lib/random"

type vec = {x: f64, y: f64, z: f64}

def cross (a: vec) (b: vec) : vec =
  {x = a.y * b.z - a.z * b.y, y = a.z * b.x - a.x * b.z, z = a.x * b.y - a.y * b.x}
def add (a: vec) (b: vec) : vec = {x = a.x + b.x, y = a.y + b.y, z = a.z + b.z}
def scale (k: f64) (a: vec) : vec = {x = k * a.x, y = k * a.y, z = k * a.z}

def turn (q: [4]f64) (p: vec) : vec =
  let norm = f64.sqrt (f64.sum (map (\x -> x * x) q))
  let w = q[0] / norm
  let v = {x = q[1] / norm, y = q[2] / norm, z = q[3] / norm}
  let t = scale 2 (cross v p)
  in add (add p (scale w t)) (cross v t)

def misfit [n] (q: [4]f64) (points: [n][3]f64) (seen: [n][3]f64) : f64 =
  f64.sum (map2 (\p s -> let r = turn q {x = p[0], y = p[1], z = p[2]}
                         in (r.x - s[0]) ** 2 + (r.y - s[1]) ** 2 + (r.z - s[2]) ** 2)
                points seen)

entry input : ([4]f64, [270000][3]f64, [270000][3]f64) =
  ([0.9, 0.2, -0.3, 0.4], reals_2d 270000 3 1 (-1) 1, reals_2d 270000 3 2 (-1) 1)

entry primal [n] (q: [4]f64) (points: [n][3]f64) (seen: [n][3]f64) : f64 = misfit q points seen

entry gradient [n] (q: [4]f64) (points: [n][3]f64) (seen: [n][3]f64) : ([4]f64, [n][3]f64) =
  vjp (\(q, points) -> misfit q points seen) (q, points) 1

entry second [n] (q: [4]f64) (points: [n][3]f64) (seen: [n][3]f64) : [4]f64 =
  vjp (\q -> f64.sum (vjp (\q -> misfit q points seen) q 1)) q 1
