-- A mixture of Gaussians, fitted to Fisher's irises without being told the species.
--
-- The density is a weighted sum of three bell-shaped clouds in four dimensions. Each has a mean and a
-- matrix Q, lower triangular with a positive diagonal, such that Q (x - mean) is a standard normal
-- vector; the covariance of the cloud is then the inverse of transpose Q times Q. The diagonal is
-- given by logarithms and the weights by their softmax, so that any parameters make a density.

import "../lib/nn"
import "../lib/linalg"
import "../lib/optimiser"

module opt = optimiser f64

def clouds : i64 = 3
def dims : i64 = 4
def size : i64 = clouds + clouds * dims + clouds * dims + clouds * dims * dims

type mixture = {
  weights: [clouds]f64,          -- before softmax
  means: [clouds][dims]f64,
  diagonals: [clouds][dims]f64,  -- logarithms of the diagonal of Q
  lower: [clouds][dims][dims]f64 -- what is below the diagonal of Q; the rest is ignored
}

-- | The flat array, cut into the parts of the mixture.
def mixture (params: [size]f64) : mixture =
  let weights = take clouds params
  let rest = drop clouds params
  let means = take (clouds * dims) rest
  let rest = drop (clouds * dims) rest
  let diagonals = take (clouds * dims) rest
  let rest = drop (clouds * dims) rest
  let lower = take (clouds * dims * dims) rest
  in { weights
     , means = unflatten means
     , diagonals = unflatten diagonals
     , lower = unflatten_3d lower
     }

-- | Minus the logarithm of the probability of all the points.
def nll [n] (points: [n][dims]f64) (params: [size]f64) : f64 =
  let m = mixture params
  let qs =
    map2 (\diagonal lower ->
            tabulate_2d dims dims (\i j ->
              if i == j then f64.exp diagonal[i] else if j < i then lower[i, j] else 0))
         m.diagonals m.lower
  let total = log_sum_exp m.weights
  let constant = f64.i64 dims / 2 * f64.log (2 * f64.pi)
  let log_density (x: [dims]f64) weight (mean: [dims]f64) (diagonal: [dims]f64) q =
    let z = matvec q (map2 (-) x mean)
    in weight - total - constant + f64.sum diagonal - dot z z / 2
  let log_densities x = map4 (log_density x) m.weights m.means m.diagonals qs
  in f64.neg (f64.sum (map (\x -> log_sum_exp (log_densities x)) points))

-- | To begin with: three flowers for means, and Q the unit matrix.
def start [n] (points: [n][dims]f64) : [size]f64 =
  sized size (replicate clouds 0
              ++ points[0] ++ points[50] ++ points[100]
              ++ replicate (clouds * dims + clouds * dims * dims) 0)

-- The value and the gradient with respect to the weights and means, at the start.
-- ==
-- entry: gradient
-- input @ ../iris/iris.in
-- output {
--   770.710614
--   [-3.7006, -8.6609, 12.3614,
--     4.3468, 7.6010, -10.6727, -5.5690,
--     48.8713, 21.4146, 0.3257, -9.1125,
--     -8.0962, 12.2584, 23.3653, 21.7432]
-- }
entry gradient [n] (points: [n][dims]f64) (_species: [n]u8) : (f64, []f64) =
  let (value, slope) = vjp2 (nll points) (start points) 1
  in (value, slope[0:clouds + clouds * dims])

-- 500 steps of Adam: the value before each hundred, the value in the end, and the weights.
-- ==
-- entry: main
-- input @ ../iris/iris.in
-- output {
--   [770.710614, 216.56936, 184.737457, 180.249811, 180.191266]
--   180.186
--   [0.333333, 0.299244, 0.367423]
-- }
entry main [n] (points: [n][dims]f64) (_species: [n]u8) : ([]f64, f64, []f64) =
  let step (s: opt.adam [size]) = opt.adam_step 0.02 (vjp (nll points) s.params 1) s
  let (s, curve) =
    loop (s, curve) = (copy (opt.adam_start (start points)), replicate 5 0)
    for i < 5 do
      (iterate 100 step s, curve with [i] = nll points s.params)
  let m = mixture s.params
  let total = log_sum_exp m.weights
  in (curve, nll points s.params, map (\w -> f64.exp (w - total)) m.weights)
