-- Lorenz's model of 1996 by the classical Runge-Kutta method, the state an array; each stage makes new
-- arrays, neighbours come from `rotate`.

import "lib/random"

def slope [n] (force: f64) (x: [n]f64) : [n]f64 =
  map4 (\next x before far -> (next - far) * before - x + force)
       (rotate 1 x) x (rotate (-1) x) (rotate (-2) x)

def along [n] (h: f64) (x: [n]f64) (k: [n]f64) : [n]f64 = map2 (\x k -> x + h * k) x k

def step [n] (force: f64) (h: f64) (x: [n]f64) : [n]f64 =
  let k1 = slope force x
  let k2 = slope force (along (h / 2) x k1)
  let k3 = slope force (along (h / 2) x k2)
  let k4 = slope force (along h x k3)
  in map5 (\x a b c d -> x + h / 6 * (a + 2 * b + 2 * c + d)) x k1 k2 k3 k4

def loss [n] (steps: i64) (force: f64) (x: [n]f64) : f64 =
  let last = loop x for _i < steps do step force 0.005 x
  in f64.sum (map (\v -> v * v) last) / f64.i64 n

entry input : (i64, f64, [10]f64) = (500, 8, reals 10 1 7 9)

entry primal [n] (steps: i64) (force: f64) (x: [n]f64) : f64 = loss steps force x

entry gradient [n] (steps: i64) (force: f64) (x: [n]f64) : (f64, [n]f64) =
  vjp (\(force, x) -> loss steps force x) (force, x) 1

entry second [n] (steps: i64) (force: f64) (x: [n]f64) : (f64, [n]f64) =
  vjp (\p -> vjp (\(force, x) -> loss steps force x) p 1) (force, x) (force, x)
