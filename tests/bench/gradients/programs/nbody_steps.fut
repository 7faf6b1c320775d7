-- Bodies under gravity by leapfrog; the final energy by the initial velocities.

import "lib/random"

type vec = (f64, f64, f64)

def add (a: vec) (b: vec) : vec = (a.0 + b.0, a.1 + b.1, a.2 + b.2)
def scale (k: f64) (a: vec) : vec = (k * a.0, k * a.1, k * a.2)
def norm2 (a: vec) : f64 = a.0 * a.0 + a.1 * a.1 + a.2 * a.2

def pull (p: vec) (q: vec) (m: f64) : vec =
  let d = add q (scale (-1) p)
  let r2 = norm2 d + 0.01
  in scale (m / (r2 * f64.sqrt r2)) d

def energy [n] (ps: [n][3]f64) (vs: [n][3]f64) (ms: [n]f64) : f64 =
  let dt = 0.001
  let pack (a: [3]f64) : vec = (a[0], a[1], a[2])
  let forces (ps: [n]vec) : [n]vec =
    map (\p -> reduce add (0, 0, 0) (map2 (pull p) ps ms)) ps
  let (ps, vs) =
    loop (ps, vs) = (map pack ps, map pack vs) for _i < 5 do
      let vs = map2 (\v f -> add v (scale (dt / 2) f)) vs (forces ps)
      let ps = map2 (\p v -> add p (scale dt v)) ps vs
      in (ps, map2 (\v f -> add v (scale (dt / 2) f)) vs (forces ps))
  let kinetic = f64.sum (map2 (\m v -> 0.5 * m * norm2 v) ms vs)
  let at p m = f64.sum (map2 (\q w -> m * w / f64.sqrt (norm2 (add q (scale (-1) p)) + 0.01)) ps ms)
  in kinetic - 0.5 * f64.sum (map2 at ps ms)

entry input : ([200][3]f64, [200][3]f64, [200]f64) =
  (reals_2d 200 3 1 (-1) 1, reals_2d 200 3 2 (-1) 1, reals 200 3 0.5 1.5)

entry primal [n] (ps: [n][3]f64) (vs: [n][3]f64) (ms: [n]f64) : f64 = energy ps vs ms

entry gradient [n] (ps: [n][3]f64) (vs: [n][3]f64) (ms: [n]f64) : [n][3]f64 =
  vjp (\vs -> energy ps vs ms) vs 1

entry second [n] (ps: [n][3]f64) (vs: [n][3]f64) (ms: [n]f64) : [n][3]f64 =
  vjp (\vs -> f64.sum (flatten (vjp (\vs -> energy ps vs ms) vs 1))) vs 1
