-- Minimisers in half precision, where squares of 256 and more are infinite: what they compute with
-- has room all the same. (`value` and the gradient are the function's own business.)
import "ad"
import "lib/near"

module o = optimise_f16

def is_at [n] (to: [n]f64) (x: [n]f16) : bool = near_all 2e-2 (map f64.f16 x) to

-- The first gradient is 600 long.
def bowl (p: [2]f16) : f16 = 0.5 * (p[0] - 100) ** 2 + 2 * (p[1] + 60) ** 2
def far : [2]f16 = [-50, 60]

-- ==
-- entry: lbfgs newton squares
-- input { } output { true true }
entry lbfgs =
  let r = o.lbfgs o.lbfgs_options bowl far
  in (r.converged, is_at [100, -60] r.argument)
entry newton =
  let r = o.newton_cg o.newton_options bowl far
  in (r.converged, is_at [100, -60] r.argument)
entry squares =
  let r = o.gauss_newton o.newton_options (\(p: [2]f16) -> [p[0] - 200, 3 * (p[1] + 90)]) [-150, 9]
  in (r.converged, is_at [200, -90] r.argument)

-- Curved 2000 times as much in one direction: products of the Hessian have no squares, either.
-- ==
-- entry: steep
-- input { } output { true true }
entry steep =
  let f (p: [2]f16) : f16 = 500 * (p[0] - 2) ** 2 + 0.25 * (p[1] - 8) ** 2
  let r = o.newton_cg o.newton_options f [4, -20]
  in (r.converged, is_at [2, 8] r.argument)

-- Steps are as large for a slope of 900 as for one of 1.
-- ==
-- entry: adam
-- input { } output { true }
entry adam =
  let f (p: [2]f16) : f16 = 15 * (p[0] - 30) ** 2 + (p[1] + 5) ** 2
  in is_at [30, -5] (o.adam (o.adam_options with rate = 0.25 with steps = 600) f [0, 0])

-- What is small has squares, too, which half precision would round to nothing.
-- ==
-- entry: flat
-- input { } output { true true }
entry flat =
  let options = o.newton_options with tolerance = 1e-4
  let r = o.newton_cg options (\(x: f16) -> 1e-3 * (x - 1) ** 2) 2
  in (r.converged, is_at [1] [r.argument])

-- Where it begins the value has passed the range; slopes lead back.
-- ==
-- entry: beyond
-- input { } output { true true }
entry beyond =
  let r = o.lbfgs o.lbfgs_options (\(x: f16, y: f16) -> (x - 3) ** 2 + 2 * (y + 1) ** 2) (300, 1)
  in (r.converged, is_at [3, -1] [r.argument.0, r.argument.1])

-- What is far from being round takes the steps that it takes in other types, not hundreds.
-- ==
-- entry: few_steps
-- input { } output { true true }
entry few_steps =
  let f (p: [3]f16) : f16 = 16 * (p[0] - 8) ** 2 + (p[1] + p[0]) ** 2 + 0.25 * (p[2] - 30) ** 2
  let r = o.lbfgs o.lbfgs_options f [30, -50, -40]
  in (r.steps < 25, f r.argument < 0.1)
