-- Hyperbolic functions, the gamma function and the error function, of f16.

open import "../lib/exact"
module e = exact f16

-- ==
-- entry: hyperbolic_sines
-- input { [f16.nan, 0.0f16, -0.0f16, f16.inf, -f16.inf, 14.0f16, 1.0f16, -1.0f16, 0.001f16,
--          1.0e1f16]
--         [f16.nan, 0.0f16, -0.0f16, f16.inf, -f16.inf, f16.inf, 1.175f16, -1.175f16, 0.001f16,
--          11016.0f16] }
-- output { empty([0]i64) }
entry hyperbolic_sines [n] (xs: [n]f16) (ys: [n]f16) : []i64 = e.far 3 (map f16.sinh xs) ys

-- ==
-- entry: hyperbolic_cosines
-- input { [f16.nan, 0.0f16, -0.0f16, f16.inf, -f16.inf, -14.0f16, 1.0f16, -1.0f16, 0.001f16,
--          1.0e1f16]
--         [f16.nan, 1.0f16, 1.0f16, f16.inf, f16.inf, f16.inf, 1.543f16, 1.543f16, 1.0f16,
--          11016.0f16] }
-- output { empty([0]i64) }
entry hyperbolic_cosines [n] (xs: [n]f16) (ys: [n]f16) : []i64 = e.far 3 (map f16.cosh xs) ys

-- ==
-- entry: hyperbolic_tangents
-- input { [f16.nan, 0.0f16, -0.0f16, f16.inf, -f16.inf, 5.0e1f16, -5.0e1f16, 1.0f16, -1.0f16,
--          0.001f16, 0.5f16]
--         [f16.nan, 0.0f16, -0.0f16, 1.0f16, -1.0f16, 1.0f16, -1.0f16, 0.7617f16, -0.7617f16,
--          0.001f16, 0.4622f16] }
-- output { empty([0]i64) }
entry hyperbolic_tangents [n] (xs: [n]f16) (ys: [n]f16) : []i64 = e.far 3 (map f16.tanh xs) ys

-- ==
-- entry: areas_of_sines
-- input { [f16.nan, 0.0f16, -0.0f16, f16.inf, -f16.inf, 1.0f16, -1.0f16, 0.001f16, 1.0e2f16,
--          -0.5f16]
--         [f16.nan, 0.0f16, -0.0f16, f16.inf, -f16.inf, 0.8813f16, -0.8813f16, 0.001f16, 5.297f16,
--          -0.4812f16] }
-- output { empty([0]i64) }
entry areas_of_sines [n] (xs: [n]f16) (ys: [n]f16) : []i64 = e.far 3 (map f16.asinh xs) ys

-- ==
-- entry: areas_of_cosines
-- input { [f16.nan, 1.0f16, 0.5f16, -2.0f16, f16.inf, 2.0f16, 1.5f16, 1.0e2f16, 1.016f16]
--         [f16.nan, 0.0f16, f16.nan, f16.nan, f16.inf, 1.317f16, 0.9624f16, 5.297f16, 0.1765f16] }
-- output { empty([0]i64) }
entry areas_of_cosines [n] (xs: [n]f16) (ys: [n]f16) : []i64 = e.far 4 (map f16.acosh xs) ys

-- ==
-- entry: areas_of_tangents
-- input { [f16.nan, 0.0f16, -0.0f16, 1.0f16, -1.0f16, 1.5f16, -f16.inf, 0.5f16, -0.5f16, 0.001f16,
--          0.875f16]
--         [f16.nan, 0.0f16, -0.0f16, f16.inf, -f16.inf, f16.nan, f16.nan, 0.5493f16, -0.5493f16,
--          0.001f16, 1.3545f16] }
-- output { empty([0]i64) }
entry areas_of_tangents [n] (xs: [n]f16) (ys: [n]f16) : []i64 = e.far 3 (map f16.atanh xs) ys

-- `gamma (n + 1)` is n factorial. There are poles at 0 and at the negative whole numbers.
-- ==
-- entry: factorials
-- input { [f16.nan, 1.0f16, 2.0f16, 5.0f16, 7.0f16, 0.0f16, -0.0f16, -1.0f16, -2.0f16, f16.inf,
--          -f16.inf, 1.0e1f16, 0.5f16, -0.5f16, 1.5f16, 4.5f16, -2.5f16]
--         [f16.nan, 1.0f16, 1.0f16, 24.0f16, 7.2e2f16, f16.inf, -f16.inf, f16.nan, f16.nan,
--          f16.inf, f16.nan, f16.inf, 1.772f16, -3.545f16, 0.886f16, 11.63f16, -0.9453f16] }
-- output { empty([0]i64) }
entry factorials [n] (xs: [n]f16) (ys: [n]f16) : []i64 = e.far 8 (map f16.gamma xs) ys

-- ==
-- entry: log_factorials
-- input { [f16.nan, 1.0f16, 2.0f16, 0.0f16, -0.0f16, -1.0f16, -3.0f16, f16.inf, -f16.inf, 0.5f16,
--          -0.5f16, 3.0f16, 1.0e1f16, 1.0e2f16, -2.5f16]
--         [f16.nan, 0.0f16, 0.0f16, f16.inf, f16.inf, f16.inf, f16.inf, f16.inf, f16.inf,
--          0.5723f16, 1.266f16, 0.6934f16, 12.805f16, 359.2f16, -0.05624f16] }
-- output { empty([0]i64) }
entry log_factorials [n] (xs: [n]f16) (ys: [n]f16) : []i64 = e.far 8 (map f16.lgamma xs) ys

-- ==
-- entry: errors
-- input { [f16.nan, 0.0f16, -0.0f16, f16.inf, -f16.inf, 8.0f16, 0.5f16, -0.5f16, 1.0f16, 2.0f16,
--          0.001f16]
--         [f16.nan, 0.0f16, -0.0f16, 1.0f16, -1.0f16, 1.0f16, 0.5205f16, -0.5205f16, 0.843f16,
--          0.995f16, 0.001129f16] }
-- output { empty([0]i64) }
entry errors [n] (xs: [n]f16) (ys: [n]f16) : []i64 = e.far 4 (map f16.erf xs) ys

-- Accurate where the error function is near 1.
-- ==
-- entry: remaining_errors
-- input { [f16.nan, 0.0f16, f16.inf, -f16.inf, -8.0f16, 0.5f16, -0.5f16, 1.0f16, 2.0f16, 3.0f16]
--         [f16.nan, 1.0f16, 0.0f16, 2.0f16, 2.0f16, 0.4795f16, 1.5205f16, 0.1573f16, 0.004677f16,
--          2.21e-5f16] }
-- output { empty([0]i64) }
entry remaining_errors [n] (xs: [n]f16) (ys: [n]f16) : []i64 = e.far 8 (map f16.erfc xs) ys
