-- | Fitting a model to data: the parameters for which the squares of the residuals add up to the
-- least.

import "linalg"

-- | The method of Levenberg and Marquardt, for so many iterations. Each solves the problem as if the
-- residuals were linear in the parameters, for which it needs the Jacobian: `jmp` along every
-- direction of the parameters, in one run. If a step makes things worse it is not taken, and the
-- next is more careful.
def least_squares [n] [m] (iterations: i32) (residuals: [n]f64 -> [m]f64) (start: [n]f64) : [n]f64 =
  let (params, _) =
    loop (params, caution) = (start, 0.01)
    for _i < iterations do
      -- Row i: how the residuals change with parameter i.
      let (r, jacobian) = jmp2 residuals params (identity n)
      let normal = matmul jacobian (transpose jacobian)
      let damped =
        tabulate_2d n n (\i j -> if i == j then (1 + caution) * normal[i, i] else normal[i, j])
      let next = map2 (-) params (solve damped (matvec jacobian r))
      let r' = residuals next
      in if dot r' r' < dot r r then (next, caution / 10) else (params, caution * 10)
  in params
