-- Newton's method: to find where a function is least, go to where its best quadratic fit is least.
--
-- The fit needs the gradient and the Hessian, the matrix of second derivatives: `grad` and `hessian`
-- of the library `ad`. The Hessian is the derivative of the gradient, forward mode over reverse
-- mode, one direction for each column.

import "ad"
import "../lib/linalg"

def newton_step [n] (f: [n]f64 -> f64) (x: [n]f64) : [n]f64 =
  map2 (-) x (solve (hessian f x :> [n][n]f64) (grad f x))

-- | Rosenbrock's function: a long curved valley whose lowest point, 0, is at [1, 1, ..., 1].
def rosenbrock [n] (x: [n]f64) : f64 =
  f64.sum (map2 (\a b -> 100 * (b - a * a) ** 2 + (1 - a) ** 2) (init x) (tail x))

-- By hand, for two dimensions: [[1200*a*a - 400*b + 2, -400*a], [-400*a, 200]].
-- ==
-- entry: hessian_of_rosenbrock
-- input { [-1.2, 1.0] }
-- output { [[1330.0, 480.0], [480.0, 200.0]] }
-- input { [1.0, 1.0] }
-- output { [[802.0, -400.0], [-400.0, 200.0]] }
entry hessian_of_rosenbrock [n] (x: [n]f64) : [n][n]f64 = hessian rosenbrock x :> [n][n]f64

-- The Hessian by reverse over reverse mode is the same.
-- ==
-- entry: hessian_by_reverse
-- input { [-1.2, 1.0] }
-- output { [[1330.0, 480.0], [480.0, 200.0]] }
entry hessian_by_reverse [n] (x: [n]f64) : [n][n]f64 =
  mjp (grad rosenbrock) x (identity n)

-- Seven steps from the customary start, and the value of the function after each.
-- ==
-- entry: main
-- input { [-1.2, 1.0] }
-- output {
--   [[-1.2, 1.0], [-1.1752808988764043, 1.3806741573033705],
--    [0.763114871176473, -3.175033854748202], [0.7634296788840773, 0.5828247754971532],
--    [0.9999953110850088, 0.9440273238533772], [0.9999956956536854, 0.9999913913257503],
--    [1.0, 1.0], [1.0, 1.0]]
--   [24.2, 4.731884325266608, 1411.845179309927, 0.055965516833872936,
--    0.313189076115797, 0.0, 0.0, 0.0]
-- }
entry main [n] (x: [n]f64) : ([][n]f64, []f64) =
  let steps = 7i64
  let path = replicate (steps + 1) x
  let path = loop path for i < steps do path with [i + 1] = newton_step rosenbrock (copy path[i])
  in (path, map rosenbrock path)
