-- A point without a number of the module's type: there is nothing to vary, and that is no minimum.
import "ad"

def square (x: i32) = f64.i32 (x * x)
def residuals (x: i32, y: i32) = [f64.i32 (x - 3), f64.i32 (x * y)]
def single (x: f32) = f64.f32 (x * x)

-- ==
-- entry: descent momentum adam lbfgs newton gauss_newton
-- input { 3i32 }
-- error: nothing to vary: no number of type f64
entry descent (x: i32) = optimise.gradient_descent 0.1 10 square x
entry momentum (x: i32) = optimise.momentum 0.1 0.5 10 square x
entry adam (x: i32) = optimise.adam optimise.adam_options square x
entry lbfgs (x: i32) = (optimise.lbfgs optimise.lbfgs_options square x).argument
entry newton (x: i32) = (optimise.newton_cg optimise.newton_options square x).argument
entry gauss_newton (x: i32) =
  (optimise.gauss_newton optimise.newton_options residuals (x, x)).argument.0

-- ==
-- entry: of_f32
-- input { 3f32 }
-- error: no number of type f64
entry of_f32 (x: f32) = (optimise.lbfgs optimise.lbfgs_options single x).argument

-- No floats, but of a type that may have some: a minimum.
-- ==
-- entry: none
-- input { empty([0]f64) } output { 0i64 }
entry none (xs: []f64) =
  (optimise.lbfgs optimise.lbfgs_options (\ys -> f64.sum (map (\y -> y * y) ys)) xs).steps
