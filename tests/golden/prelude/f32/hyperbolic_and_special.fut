-- Hyperbolic functions, the gamma function and the error function, of f32.

open import "../lib/exact"
module e = exact f32

-- ==
-- entry: hyperbolic_sines
-- input { [f32.nan, 0.0f32, -0.0f32, f32.inf, -f32.inf, 91.0f32, 1.0f32, -1.0f32, 0.001f32,
--          88.0f32]
--         [f32.nan, 0.0f32, -0.0f32, f32.inf, -f32.inf, f32.inf, 1.1752012f32, -1.1752012f32,
--          0.0010000002f32, 8.2581813e37f32] }
-- output { empty([0]i64) }
entry hyperbolic_sines [n] (xs: [n]f32) (ys: [n]f32) : []i64 = e.far 3 (map f32.sinh xs) ys

-- ==
-- entry: hyperbolic_cosines
-- input { [f32.nan, 0.0f32, -0.0f32, f32.inf, -f32.inf, -91.0f32, 1.0f32, -1.0f32, 0.001f32,
--          88.0f32]
--         [f32.nan, 1.0f32, 1.0f32, f32.inf, f32.inf, f32.inf, 1.5430807f32, 1.5430807f32,
--          1.0000005f32, 8.2581813e37f32] }
-- output { empty([0]i64) }
entry hyperbolic_cosines [n] (xs: [n]f32) (ys: [n]f32) : []i64 = e.far 3 (map f32.cosh xs) ys

-- ==
-- entry: hyperbolic_tangents
-- input { [f32.nan, 0.0f32, -0.0f32, f32.inf, -f32.inf, 5.0e1f32, -5.0e1f32, 1.0f32, -1.0f32,
--          0.001f32, 0.5f32]
--         [f32.nan, 0.0f32, -0.0f32, 1.0f32, -1.0f32, 1.0f32, -1.0f32, 0.7615942f32,
--          -0.7615942f32, 0.0009999997f32, 0.46211717f32] }
-- output { empty([0]i64) }
entry hyperbolic_tangents [n] (xs: [n]f32) (ys: [n]f32) : []i64 = e.far 3 (map f32.tanh xs) ys

-- ==
-- entry: areas_of_sines
-- input { [f32.nan, 0.0f32, -0.0f32, f32.inf, -f32.inf, 1.0f32, -1.0f32, 0.001f32, 1.0e2f32,
--          -0.5f32]
--         [f32.nan, 0.0f32, -0.0f32, f32.inf, -f32.inf, 0.8813736f32, -0.8813736f32,
--          0.0009999999f32, 5.298342f32, -0.4812118f32] }
-- output { empty([0]i64) }
entry areas_of_sines [n] (xs: [n]f32) (ys: [n]f32) : []i64 = e.far 3 (map f32.asinh xs) ys

-- ==
-- entry: areas_of_cosines
-- input { [f32.nan, 1.0f32, 0.5f32, -2.0f32, f32.inf, 2.0f32, 1.5f32, 1.0e2f32, 1.0000019f32]
--         [f32.nan, 0.0f32, f32.nan, f32.nan, f32.inf, 1.316958f32, 0.9624236f32, 5.298292f32,
--          0.0019531247f32] }
-- output { empty([0]i64) }
entry areas_of_cosines [n] (xs: [n]f32) (ys: [n]f32) : []i64 = e.far 4 (map f32.acosh xs) ys

-- ==
-- entry: areas_of_tangents
-- input { [f32.nan, 0.0f32, -0.0f32, 1.0f32, -1.0f32, 1.5f32, -f32.inf, 0.5f32, -0.5f32, 0.001f32,
--          0.875f32]
--         [f32.nan, 0.0f32, -0.0f32, f32.inf, -f32.inf, f32.nan, f32.nan, 0.54930615f32,
--          -0.54930615f32, 0.0010000004f32, 1.3540251f32] }
-- output { empty([0]i64) }
entry areas_of_tangents [n] (xs: [n]f32) (ys: [n]f32) : []i64 = e.far 3 (map f32.atanh xs) ys

-- `gamma (n + 1)` is n factorial. There are poles at 0 and at the negative whole numbers.
-- ==
-- entry: factorials
-- input { [f32.nan, 1.0f32, 2.0f32, 5.0f32, 7.0f32, 0.0f32, -0.0f32, -1.0f32, -2.0f32, f32.inf,
--          -f32.inf, 36.0f32, 0.5f32, -0.5f32, 1.5f32, 4.5f32, -2.5f32]
--         [f32.nan, 1.0f32, 1.0f32, 24.0f32, 7.2e2f32, f32.inf, -f32.inf, f32.nan, f32.nan,
--          f32.inf, f32.nan, f32.inf, 1.7724539f32, -3.5449078f32, 0.88622695f32, 11.631728f32,
--          -0.94530874f32] }
-- output { empty([0]i64) }
entry factorials [n] (xs: [n]f32) (ys: [n]f32) : []i64 = e.far 8 (map f32.gamma xs) ys

-- ==
-- entry: log_factorials
-- input { [f32.nan, 1.0f32, 2.0f32, 0.0f32, -0.0f32, -1.0f32, -3.0f32, f32.inf, -f32.inf, 0.5f32,
--          -0.5f32, 3.0f32, 1.0e1f32, 1.0e2f32, -2.5f32]
--         [f32.nan, 0.0f32, 0.0f32, f32.inf, f32.inf, f32.inf, f32.inf, f32.inf, f32.inf,
--          0.5723649f32, 1.2655121f32, 0.6931472f32, 12.801827f32, 359.13422f32,
--          -0.056243718f32] }
-- output { empty([0]i64) }
entry log_factorials [n] (xs: [n]f32) (ys: [n]f32) : []i64 = e.far 8 (map f32.lgamma xs) ys

-- ==
-- entry: errors
-- input { [f32.nan, 0.0f32, -0.0f32, f32.inf, -f32.inf, 8.0f32, 0.5f32, -0.5f32, 1.0f32, 2.0f32,
--          0.001f32]
--         [f32.nan, 0.0f32, -0.0f32, 1.0f32, -1.0f32, 1.0f32, 0.5204999f32, -0.5204999f32,
--          0.8427008f32, 0.9953223f32, 0.0011283788f32] }
-- output { empty([0]i64) }
entry errors [n] (xs: [n]f32) (ys: [n]f32) : []i64 = e.far 4 (map f32.erf xs) ys

-- Accurate where the error function is near 1.
-- ==
-- entry: remaining_errors
-- input { [f32.nan, 0.0f32, f32.inf, -f32.inf, -8.0f32, 0.5f32, -0.5f32, 1.0f32, 2.0f32, 3.0f32]
--         [f32.nan, 1.0f32, 0.0f32, 2.0f32, 2.0f32, 0.47950011f32, 1.5204998f32, 0.1572992f32,
--          0.004677735f32, 2.2090497e-5f32] }
-- output { empty([0]i64) }
entry remaining_errors [n] (xs: [n]f32) (ys: [n]f32) : []i64 = e.far 8 (map f32.erfc xs) ys
