-- Reaction and diffusion on a small torus: the right-hand side and the step are apart.

import "lib/random"

def side : i64 = 16

def slope (p: [2]f64) (u: [side][side]f64) : [side][side]f64 =
  let at a = (a + side) % side
  in tabulate_2d side side (\i j ->
       p[0] * (u[at (i - 1), j] + u[at (i + 1), j] + u[i, at (j - 1)] + u[i, at (j + 1)] - 4 * u[i, j])
       + u[i, j] * (p[1] - u[i, j] ** 2))

def loss (u: [side][side]f64) (p: [2]f64) : f64 =
  let u = loop u for _t < 200 do map2 (map2 (\a b -> a + 0.05 * b)) u (slope p u)
  in f64.sum (flatten u)

entry input : ([side][side]f64, [2]f64) = (reals_2d side side 1 0.5 1.5, reals 2 2 0.5 1)

entry primal (u: [side][side]f64) (p: [2]f64) : f64 = loss u p

entry gradient (u: [side][side]f64) (p: [2]f64) : ([side][side]f64, [2]f64) =
  vjp (\(u, p) -> loss u p) (u, p) 1

entry second (u: [side][side]f64) (p: [2]f64) : ([side][side]f64, [2]f64) =
  vjp (\x -> vjp (\(u, p) -> loss u p) x 1) (u, p) (reals_2d side side 90 (-1) 1, reals 2 91 (-1) 1)
