-- The potential energy of many bodies, softened: maps over records of three coordinates.

import "lib/random"

type vec = {x: f64, y: f64, z: f64}

def potential (eps: f64) (p: vec) (q: vec) : f64 =
  let (dx, dy, dz) = (p.x - q.x, p.y - q.y, p.z - q.z)
  in -1 / f64.sqrt (dx * dx + dy * dy + dz * dz + eps)

def energy [n] (xs: [n]f64) (ys: [n]f64) (zs: [n]f64) (ms: [n]f64) : f64 =
  let ps = map3 (\x y z -> {x, y, z}) xs ys zs
  let of p m = m * f64.sum (map2 (\q w -> w * potential 0.01 p q) ps ms)
  in 0.5 * f64.sum (map2 of ps ms)

entry input : ([1000]f64, [1000]f64, [1000]f64, [1000]f64) =
  (reals 1000 1 (-1) 1, reals 1000 2 (-1) 1, reals 1000 3 (-1) 1, reals 1000 4 0.5 1.5)

entry primal [n] (xs: [n]f64) (ys: [n]f64) (zs: [n]f64) (ms: [n]f64) : f64 = energy xs ys zs ms

entry gradient [n] (xs: [n]f64) (ys: [n]f64) (zs: [n]f64) (ms: [n]f64) : ([n]f64, [n]f64, [n]f64) =
  vjp (\(xs, ys, zs) -> energy xs ys zs ms) (xs, ys, zs) 1

entry second [n] (xs: [n]f64) (ys: [n]f64) (zs: [n]f64) (ms: [n]f64) : ([n]f64, [n]f64, [n]f64) =
  jvp (\(xs, ys, zs) -> vjp (\(xs, ys, zs) -> energy xs ys zs ms) (xs, ys, zs) 1)
      (xs, ys, zs) (ys, zs, ms)
