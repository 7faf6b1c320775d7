-- Energy of particles that are records of a mass and vectors (records again): all pairs, then a sum.

import "lib/random"

type vector = {x: f64, y: f64, z: f64}
type particle = {mass: f64, pos: vector, vel: vector}

def minus (a: vector) (b: vector) : vector = {x = a.x - b.x, y = a.y - b.y, z = a.z - b.z}
def square (a: vector) : f64 = a.x * a.x + a.y * a.y + a.z * a.z
def vector_of (a: [3]f64) : vector = {x = a[0], y = a[1], z = a[2]}

def energy [n] (ps: [n]particle) : f64 =
  let kinetic (p: particle) = 0.5 * p.mass * square p.vel
  let pair (p: particle) (q: particle) =
    -p.mass * q.mass / f64.sqrt (square (minus p.pos q.pos) + 0.01)
  let potential p = 0.5 * f64.sum (map (pair p) ps)
  in f64.sum (map (\p -> kinetic p + potential p) ps)

def of_arrays [n] (mass: [n]f64) (pos: [n][3]f64) (vel: [n][3]f64) : f64 =
  energy (map3 (\m p v -> {mass = m, pos = vector_of p, vel = vector_of v}) mass pos vel)

entry input : ([960]f64, [960][3]f64, [960][3]f64) =
  (reals 960 1 0.5 1.5, reals_2d 960 3 2 (-1) 1, reals_2d 960 3 3 (-1) 1)

entry primal [n] (mass: [n]f64) (pos: [n][3]f64) (vel: [n][3]f64) : f64 = of_arrays mass pos vel

entry gradient [n] (mass: [n]f64) (pos: [n][3]f64) (vel: [n][3]f64) : ([n]f64, [n][3]f64, [n][3]f64) =
  vjp (\(m, p, v) -> of_arrays m p v) (mass, pos, vel) 1

entry second [n] (mass: [n]f64) (pos: [n][3]f64) (vel: [n][3]f64) : ([n]f64, [n][3]f64, [n][3]f64) =
  let direction = (reals n 90 (-1) 1, reals_2d n 3 91 (-1) 1, reals_2d n 3 92 (-1) 1)
  in jvp (\s -> vjp (\(m, p, v) -> of_arrays m p v) s 1) (mass, pos, vel) direction
