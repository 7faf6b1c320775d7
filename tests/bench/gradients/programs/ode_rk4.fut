-- Lotka and Volterra's equations by the classical Runge-Kutta method, states as tuples, for several
-- initial values at once.

import "lib/random"

type state = (f64, f64)

def slope (a: f64) (b: f64) (c: f64) (d: f64) ((x, y): state) : state =
  (a * x - b * x * y, c * x * y - d * y)

def along (h: f64) ((x, y): state) ((u, v): state) : state = (x + h * u, y + h * v)

def step (f: state -> state) (h: f64) (s: state) : state =
  let k1 = f s
  let k2 = f (along (h / 2) s k1)
  let k3 = f (along (h / 2) s k2)
  let k4 = f (along h s k3)
  in (s.0 + h / 6 * (k1.0 + 2 * k2.0 + 2 * k3.0 + k4.0),
      s.1 + h / 6 * (k1.1 + 2 * k2.1 + 2 * k3.1 + k4.1))

def loss [n] (p: [4]f64) (x: [n]f64) (y: [n]f64) : f64 =
  let f = slope p[0] p[1] p[2] p[3]
  let last x y = loop s = (x, y) for _i < 3000 do step f 0.01 s
  in f64.sum (map2 (\x y -> let (u, v) = last x y in u * u + 2 * v * v) x y)

entry input : ([4]f64, [20]f64, [20]f64) =
  ([1.1, 0.4, 0.1, 0.4], reals 20 1 5 15, reals 20 2 2 8)

entry primal [n] (p: [4]f64) (x: [n]f64) (y: [n]f64) : f64 = loss p x y

entry gradient [n] (p: [4]f64) (x: [n]f64) (y: [n]f64) : ([4]f64, [n]f64, [n]f64) =
  vjp (\(p, x, y) -> loss p x y) (p, x, y) 1

entry second [n] (p: [4]f64) (x: [n]f64) (y: [n]f64) : ([4]f64, [n]f64, [n]f64) =
  jvp (\q -> vjp (\(p, x, y) -> loss p x y) q 1) (p, x, y) (p, x, y)
