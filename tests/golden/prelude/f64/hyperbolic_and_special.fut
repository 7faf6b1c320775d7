-- Hyperbolic functions, the gamma function and the error function, of f64.

open import "../lib/exact"
module e = exact f64

-- ==
-- entry: hyperbolic_sines
-- input { [f64.nan, 0.0, -0.0, f64.inf, -f64.inf, 712.0, 1.0, -1.0, 0.001, 7.0e2]
--         [f64.nan, 0.0, -0.0, f64.inf, -f64.inf, f64.inf, 1.1752011936438014,
--          -1.1752011936438014, 0.001000000166666675, 5.0711602736750225e303] }
-- output { empty([0]i64) }
entry hyperbolic_sines [n] (xs: [n]f64) (ys: [n]f64) : []i64 = e.far 3 (map f64.sinh xs) ys

-- ==
-- entry: hyperbolic_cosines
-- input { [f64.nan, 0.0, -0.0, f64.inf, -f64.inf, -712.0, 1.0, -1.0, 0.001, 7.0e2]
--         [f64.nan, 1.0, 1.0, f64.inf, f64.inf, f64.inf, 1.5430806348152437, 1.5430806348152437,
--          1.0000005000000416, 5.0711602736750225e303] }
-- output { empty([0]i64) }
entry hyperbolic_cosines [n] (xs: [n]f64) (ys: [n]f64) : []i64 = e.far 3 (map f64.cosh xs) ys

-- ==
-- entry: hyperbolic_tangents
-- input { [f64.nan, 0.0, -0.0, f64.inf, -f64.inf, 5.0e1, -5.0e1, 1.0, -1.0, 0.001, 0.5]
--         [f64.nan, 0.0, -0.0, 1.0, -1.0, 1.0, -1.0, 0.7615941559557649, -0.7615941559557649,
--          0.0009999996666668, 0.46211715726000974] }
-- output { empty([0]i64) }
entry hyperbolic_tangents [n] (xs: [n]f64) (ys: [n]f64) : []i64 = e.far 3 (map f64.tanh xs) ys

-- ==
-- entry: areas_of_sines
-- input { [f64.nan, 0.0, -0.0, f64.inf, -f64.inf, 1.0, -1.0, 0.001, 1.0e2, -0.5]
--         [f64.nan, 0.0, -0.0, f64.inf, -f64.inf, 0.881373587019543, -0.881373587019543,
--          0.0009999998333334083, 5.298342365610589, -0.48121182505960347] }
-- output { empty([0]i64) }
entry areas_of_sines [n] (xs: [n]f64) (ys: [n]f64) : []i64 = e.far 3 (map f64.asinh xs) ys

-- ==
-- entry: areas_of_cosines
-- input { [f64.nan, 1.0, 0.5, -2.0, f64.inf, 2.0, 1.5, 1.0e2, 1.0000000000000036]
--         [f64.nan, 0.0, f64.nan, f64.nan, f64.inf, 1.3169578969248168, 0.9624236501192069,
--          5.298292365610485, 8.429369702178804e-8] }
-- output { empty([0]i64) }
entry areas_of_cosines [n] (xs: [n]f64) (ys: [n]f64) : []i64 = e.far 4 (map f64.acosh xs) ys

-- ==
-- entry: areas_of_tangents
-- input { [f64.nan, 0.0, -0.0, 1.0, -1.0, 1.5, -f64.inf, 0.5, -0.5, 0.001, 0.875]
--         [f64.nan, 0.0, -0.0, f64.inf, -f64.inf, f64.nan, f64.nan, 0.5493061443340549,
--          -0.5493061443340549, 0.0010000003333335333, 1.354025100551105] }
-- output { empty([0]i64) }
entry areas_of_tangents [n] (xs: [n]f64) (ys: [n]f64) : []i64 = e.far 3 (map f64.atanh xs) ys

-- `gamma (n + 1)` is n factorial. There are poles at 0 and at the negative whole numbers.
-- ==
-- entry: factorials
-- input { [f64.nan, 1.0, 2.0, 5.0, 7.0, 0.0, -0.0, -1.0, -2.0, f64.inf, -f64.inf, 172.0, 0.5,
--          -0.5, 1.5, 4.5, -2.5]
--         [f64.nan, 1.0, 1.0, 24.0, 7.2e2, f64.inf, -f64.inf, f64.nan, f64.nan, f64.inf, f64.nan,
--          f64.inf, 1.772453850905516, -3.544907701811032, 0.886226925452758, 11.631728396567448,
--          -0.9453087204829419] }
-- output { empty([0]i64) }
entry factorials [n] (xs: [n]f64) (ys: [n]f64) : []i64 = e.far 8 (map f64.gamma xs) ys

-- ==
-- entry: log_factorials
-- input { [f64.nan, 1.0, 2.0, 0.0, -0.0, -1.0, -3.0, f64.inf, -f64.inf, 0.5, -0.5, 3.0, 1.0e1,
--          1.0e2, -2.5]
--         [f64.nan, 0.0, 0.0, f64.inf, f64.inf, f64.inf, f64.inf, f64.inf, f64.inf,
--          0.5723649429247001, 1.2655121234846454, 0.6931471805599453, 12.801827480081469,
--          359.1342053695754, -0.056243716497674054] }
-- output { empty([0]i64) }
entry log_factorials [n] (xs: [n]f64) (ys: [n]f64) : []i64 = e.far 8 (map f64.lgamma xs) ys

-- ==
-- entry: errors
-- input { [f64.nan, 0.0, -0.0, f64.inf, -f64.inf, 8.0, 0.5, -0.5, 1.0, 2.0, 0.001]
--         [f64.nan, 0.0, -0.0, 1.0, -1.0, 1.0, 0.5204998778130465, -0.5204998778130465,
--          0.8427007929497149, 0.9953222650189527, 0.0011283787909692365] }
-- output { empty([0]i64) }
entry errors [n] (xs: [n]f64) (ys: [n]f64) : []i64 = e.far 4 (map f64.erf xs) ys

-- Accurate where the error function is near 1.
-- ==
-- entry: remaining_errors
-- input { [f64.nan, 0.0, f64.inf, -f64.inf, -8.0, 0.5, -0.5, 1.0, 2.0, 3.0]
--         [f64.nan, 1.0, 0.0, 2.0, 2.0, 0.4795001221869535, 1.5204998778130465,
--          0.15729920705028513, 0.004677734981047266, 2.209049699858544e-5] }
-- output { empty([0]i64) }
entry remaining_errors [n] (xs: [n]f64) (ys: [n]f64) : []i64 = e.far 8 (map f64.erfc xs) ys
