-- The heat equation by explicit steps, of shifted slices, as in NumPy; the ends are put on with
-- concat.

import "lib/random"

def step [n] (k: f64) (u: [n]f64) : [n]f64 =
  let left = u[0:n - 2]
  let here = u[1:n - 1] :> [n - 2]f64
  let right = u[2:n]
  let inner = map3 (\l c r -> c + k * (l - 2 * c + r)) left here right
  let first = u[0] + k * (u[1] - u[0])
  let last = u[n - 1] + k * (u[n - 2] - u[n - 1])
  in [first] ++ inner ++ [last] :> [n]f64

def loss [n] (u: [n]f64) (k: f64) (target: [n]f64) : f64 =
  let u = loop u for _i < 20 do step k u
  in f64.sum (map2 (\x y -> (x - y) * (x - y)) u target)

entry input : ([62000]f64, f64, [62000]f64) =
  (reals 62000 1 (-1) 1, 0.2, reals 62000 2 (-0.5) 0.5)

entry primal [n] (u: [n]f64) (k: f64) (target: [n]f64) : f64 = loss u k target

entry gradient [n] (u: [n]f64) (k: f64) (target: [n]f64) : ([n]f64, f64) =
  vjp (\(u, k) -> loss u k target) (u, k) 1

entry second [n] (u: [n]f64) (k: f64) (target: [n]f64) : ([n]f64, f64) =
  vjp (\(u, k) -> let (du, dk) = vjp (\(u, k) -> loss u k target) (u, k) 1
                  in f64.sum (map2 (*) du target) + dk)
      (u, k) 1
