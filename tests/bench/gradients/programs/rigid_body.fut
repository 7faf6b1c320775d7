-- Euler's equations of a body that turns, component after component around the ring of three.

import "lib/random"

def loss [n] (inertia: [3]f64) (start: [3]f64) (torque: [n]f64) : f64 =
  let step (w: [3]f64) (t: f64) : [3]f64 =
    map (\i -> let j = (i + 1) % 3
               let k = (i + 2) % 3
               in 0.999 * w[i] + 0.01 * ((inertia[j] - inertia[k]) * w[j] * w[k] + t) / inertia[i])
        (iota 3)
  in (loop (w, s) = (start, 0) for t in torque do let w = step w t in (w, s + w[0] * w[1])).1

entry input : ([3]f64, [3]f64, [30000]f64) = ([1, 1.5, 0.7], [0.5, -0.3, 0.8], reals 30000 1 (-0.1) 0.1)

entry primal [n] (inertia: [3]f64) (start: [3]f64) (torque: [n]f64) : f64 = loss inertia start torque

entry gradient [n] (inertia: [3]f64) (start: [3]f64) (torque: [n]f64) : ([3]f64, [3]f64, [n]f64) =
  vjp (\(i, s, t) -> loss i s t) (inertia, start, torque) 1

entry second [n] (inertia: [3]f64) (start: [3]f64) (torque: [n]f64) : ([3]f64, [3]f64, [n]f64) =
  vjp (\x -> vjp (\(i, s, t) -> loss i s t) x 1) (inertia, start, torque) (inertia, start, torque)
