-- Particles as an array of records, made by zips and taken apart again: energy and momentum.

import "lib/random"

type particle = {mass: f64, x: f64, y: f64, vx: f64, vy: f64}

def advance (dt: f64) (p: particle) : particle =
  let ax = -p.x / p.mass
  let ay = -p.y / p.mass
  let vx = p.vx + dt * ax
  let vy = p.vy + dt * ay
  in p with x = p.x + dt * vx with y = p.y + dt * vy with vx = vx with vy = vy

def loss [n] (masses: [n]f64) (xs: [n]f64) (ys: [n]f64) (vxs: [n]f64) (vys: [n]f64) (dt: f64)
         : f64 =
  let particles =
    map (\(mass, x, y, vx, vy) -> {mass, x, y, vx, vy}) (zip5 masses xs ys vxs vys)
  let moved = map (advance dt) (map (advance dt) particles)
  let kinetic = f64.sum (map (\p -> 0.5 * p.mass * (p.vx * p.vx + p.vy * p.vy)) moved)
  let (px, py) = unzip (map (\p -> (p.mass * p.vx, p.mass * p.vy)) moved)
  in kinetic + (f64.sum px ** 2 + f64.sum py ** 2) / f64.i64 n

entry input : ([700000]f64, [700000]f64, [700000]f64, [700000]f64, [700000]f64, f64) =
  ( reals 700000 1 1 2, reals 700000 2 (-1) 1, reals 700000 3 (-1) 1, reals 700000 4 (-1) 1
  , reals 700000 5 (-1) 1, 0.01)

entry primal [n] (masses: [n]f64) (xs: [n]f64) (ys: [n]f64) (vxs: [n]f64) (vys: [n]f64) (dt: f64)
                 : f64 =
  loss masses xs ys vxs vys dt

entry gradient [n] (masses: [n]f64) (xs: [n]f64) (ys: [n]f64) (vxs: [n]f64) (vys: [n]f64) (dt: f64)
                   : ([n]f64, [n]f64, [n]f64, [n]f64, [n]f64, f64) =
  vjp (\(masses, xs, ys, vxs, vys, dt) -> loss masses xs ys vxs vys dt)
      (masses, xs, ys, vxs, vys, dt) 1
