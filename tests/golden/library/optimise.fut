-- Minimisers, on problems whose minima are known.
import "ad"
import "lib/near"

-- Curved ever so differently along its axes; the minimum is 7 at ([1, 2], 3).
type point = {xs: [2]f64, y: f64, name: i32}
def start : point = {xs = [0, 0], y = 0, name = 17}
def bowl (p: point) : f64 =
  7 + (p.xs[0] - 1) ** 2 + 10 * (p.xs[1] - 2) ** 2 + 0.5 * (p.y - 3) ** 2
def at_bottom (tolerance: f64) (p: point) : bool =
  near_all tolerance (p.xs ++ [p.y]) [1, 2, 3] && p.name == 17

-- The minimum is 0 at 1, 1, ..., at the end of a long and narrow valley.
def rosenbrock [n] (x: [n]f64) : f64 =
  f64.sum (tabulate (n - 1) (\i -> 100 * (x[i + 1] - x[i] ** 2) ** 2 + (1 - x[i]) ** 2))

-- ==
-- entry: descend
-- input { } output { true true true }
entry descend =
  ( at_bottom 1e-6 (optimise.gradient_descent 0.05 400 bowl start)
  , at_bottom 1e-6 (optimise.momentum 0.02 0.9 400 bowl start)
  , at_bottom 1e-6 (optimise.adam (optimise.adam_options with rate = 0.1 with steps = 1500) bowl start) )

-- ==
-- entry: valley
-- input { } output { true true true }
entry valley =
  let from = [-1.2, 1.0]
  in ( near_all 1e-2 (optimise.gradient_descent 1e-3 20000 rosenbrock from) [1, 1]
     , near_all 1e-3 (optimise.momentum 1e-4 0.99 5000 rosenbrock from) [1, 1]
     , near_all 1e-2 (optimise.adam (optimise.adam_options with rate = 0.02 with steps = 4000)
                                    rosenbrock from) [1, 1] )

-- Few steps for the quadratic, some dozens for the valley; both converge.
-- ==
-- entry: quasi_newton
-- input { } output { true true true true true }
entry quasi_newton =
  let a = optimise.lbfgs optimise.lbfgs_options bowl start
  let b = optimise.lbfgs optimise.lbfgs_options rosenbrock [-1.2, 1.0]
  let c = optimise.lbfgs optimise.lbfgs_options rosenbrock (replicate 10 (-1))
  in ( a.converged && at_bottom 1e-7 a.argument && a.steps < 20 && near 1e-12 a.value 7
     , b.converged && near_all 1e-6 b.argument [1, 1] && b.steps < 60
     , b.value == rosenbrock b.argument
     , c.converged && (near_all 1e-6 c.argument (replicate 10 1) || c.value < 4)
     , (optimise.lbfgs (optimise.lbfgs_options with history = 1) rosenbrock [-1.2, 1.0]).converged )

-- One step for the quadratic.
-- ==
-- entry: newton
-- input { } output { true true true }
entry newton =
  let a = optimise.newton_cg optimise.newton_options bowl start
  let b = optimise.newton_cg optimise.newton_options rosenbrock [-1.2, 1.0]
  let c = optimise.newton_cg optimise.newton_options (\(x, y) -> (x - 1) ** 4 + y * y) (3, 3)
  in ( a.converged && at_bottom 1e-7 a.argument && a.steps <= 3
     , b.converged && near_all 1e-6 b.argument [1, 1] && b.steps < 80
     , c.converged && near 1e-2 c.argument.0 1 && near 1e-6 c.argument.1 0 )

-- A fit of a exp(-b t) + c to points that lie on such a curve, and to a line that does not go through
-- its points: there the normal equations say 2.3 x - 0.7.
-- ==
-- entry: fits
-- input { } output { true true true }
entry fits =
  let ts = tabulate 20 (\i -> f64.i64 i / 5)
  let curve (a: f64, b: f64, c: f64) = map (\t -> a * f64.exp (-b * t) + c) ts
  let points = curve (2.5, 1.3, 0.5)
  let fit =
    optimise.gauss_newton optimise.newton_options
                          (\p -> map2 (-) (curve p) points) (1, 1, 0)
  let line =
    optimise.gauss_newton optimise.newton_options
                          (\p -> map2 (\x y -> p.slope * x + p.offset - y) [0, 1, 2, 3] [0, 1, 3, 7])
                          {slope = 0.0, offset = 0.0}
  let residuals (x: [2]f64) = {a = 10 * (x[1] - x[0] * x[0]), b = 1 - x[0]}
  let valley = optimise.gauss_newton optimise.newton_options residuals [-1.2, 1]
  let (a, b, c) = fit.argument
  in ( fit.converged && near_all 1e-6 [a, b, c] [2.5, 1.3, 0.5] && fit.value < 1e-12
     , line.converged && near 1e-9 line.argument.slope 2.3 && near 1e-9 line.argument.offset (-0.7)
     , valley.converged && near_all 1e-6 valley.argument [1, 1] && valley.steps < 40 )

-- To begin at the minimum is to stay there, without a step where steps are counted.
-- ==
-- entry: at_the_minimum
-- input { } output { true true true true true true }
entry at_the_minimum =
  let f (x: [2]f64, y: f64) = (x[0] - 1) ** 2 + x[1] ** 2 + (y + 2) ** 2
  let x = ([1.0, 0.0], -2.0)
  let stays (found: optimise.found ([2]f64, f64)) =
    found.converged && found.steps == 0 && found.argument == x && found.value == 0
  in ( optimise.gradient_descent 0.1 10 f x == x
     , optimise.momentum 0.1 0.9 10 f x == x
     , optimise.adam (optimise.adam_options with steps = 10) f x == x
     , stays (optimise.lbfgs optimise.lbfgs_options f x)
     , stays (optimise.newton_cg optimise.newton_options f x)
     , stays (optimise.gauss_newton optimise.newton_options
                                    (\(x: [2]f64, y: f64) -> (x[0] - 1, [x[1], y + 2])) x) )

-- No numbers at all, no steps allowed, no minimum, and no numbers where the first step leads.
-- ==
-- entry: odd_ones
-- input { } output { true true true true }
entry odd_ones =
  let none : [0]f64 = []
  let empty = optimise.lbfgs optimise.lbfgs_options (\x -> f64.sum x + 4) none
  let still = optimise.newton_cg (optimise.newton_options with steps = 0) (\x -> x * x) 3.0
  let falls = optimise.lbfgs (optimise.lbfgs_options with steps = 5) (\x -> -x) 0.0
  let edge = optimise.lbfgs optimise.lbfgs_options (\x -> x - 3 * f64.log x) 0.1
  in ( empty.converged && empty.value == 4 && empty.steps == 0
     , !still.converged && still.steps == 0 && still.argument == 3 && still.value == 9
     , !falls.converged && falls.value < -1
     , edge.converged && near 1e-7 edge.argument 3 )

-- Whoever has numbers of their own makes their own module.
-- ==
-- entry: own
-- input { } output { true }
module own_optimise = mk_optimise f64
entry own = near 1e-7 (own_optimise.lbfgs own_optimise.lbfgs_options (\x -> f64.cosh (x - 2)) 0.5).argument 2

-- The other types of numbers.
module try (R: float) (O: {
  type stop = {tolerance: R.t, steps: i64}
  type found 'a = {argument: a, value: R.t, steps: i64, converged: bool}
  val gradient_descent 'a : R.t -> i64 -> (a -> R.t) -> a -> a
  val momentum 'a : R.t -> R.t -> i64 -> (a -> R.t) -> a -> a
  val adam_options : {rate: R.t, beta1: R.t, beta2: R.t, epsilon: R.t, steps: i64}
  val adam 'a : {rate: R.t, beta1: R.t, beta2: R.t, epsilon: R.t, steps: i64} -> (a -> R.t) -> a -> a
  val lbfgs_options : {history: i64, tolerance: R.t, steps: i64}
  val lbfgs 'a : {history: i64, tolerance: R.t, steps: i64} -> (a -> R.t) -> a -> found a
  val newton_options : stop
  val newton_cg 'a : stop -> (a -> R.t) -> a -> found a
  val gauss_newton 'a 'b : stop -> (a -> b) -> a -> found a
}) = {
  def f (x: R.t, y: [1]R.t) : R.t =
    (x R.- R.i64 3) R.** R.i64 2 R.+ R.i64 2 R.* (y[0] R.+ R.i64 1) R.** R.i64 2
  def residuals (x: R.t, y: [1]R.t) = [x R.- R.i64 3, y[0] R.+ R.i64 1]
  def start : (R.t, [1]R.t) = (R.i64 1, [R.i64 1])
  def right (x: R.t, y: [1]R.t) =
    near_all 2e-2 [R.to_f64 x, R.to_f64 y[0]] [3, -1]
  def all_right : [6]bool =
    [ right (O.gradient_descent (R.f64 0.1) 100 f start)
    , right (O.momentum (R.f64 0.1) (R.f64 0.5) 100 f start)
    , right (O.adam (O.adam_options with rate = R.f64 0.05 with steps = 500) f start)
    , right (O.lbfgs O.lbfgs_options f start).argument
    , right (O.newton_cg O.newton_options f start).argument
    , right (O.gauss_newton O.newton_options residuals start).argument
    ]
}
module try_f32 = try f32 optimise_f32
module try_f16 = try f16 optimise_f16

-- ==
-- entry: in_f32 in_f16
-- input { } output { [true, true, true, true, true, true] }
entry in_f32 = try_f32.all_right
entry in_f16 = try_f16.all_right

-- Minimisers are programs like any other: where the minimum is, is differentiated by what the function
-- depends on. It is at (c, c * c).
-- ==
-- entry: through
-- input { 2.0 } output { [true, true, true, true, true, true] }
entry through (c: f64) =
  let f c (x: f64, y: [2]f64) = (x - c) ** 2 + (y[0] - c * c) ** 2 + y[1] ** 2 * c
  let sum (x: f64, y: [2]f64) = x + y[0]
  let start = (0.0, [1.0, 2.0])
  let descent c = sum (optimise.gradient_descent 0.1 150 (f c) start)
  let lbfgs c = sum (optimise.lbfgs optimise.lbfgs_options (f c) start).argument
  let newton c = sum (optimise.newton_cg optimise.newton_options (f c) start).argument
  in map (near 1e-6 (1 + 2 * c))
         [ grad descent c, directional descent c 1, grad lbfgs c, directional lbfgs c 1
         , grad newton c, directional newton c 1 ]
