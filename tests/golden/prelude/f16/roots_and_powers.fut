-- Roots, exponentials and logarithms of f16: what the exact value is, rounded, up to the last bits.

open import "../lib/exact"
module e = exact f16

-- ==
-- entry: square_roots
-- input { [f16.nan, 0.0f16, -0.0f16, -1.0f16, f16.inf, -f16.inf, 6.0e-8f16, 6.55e4f16, 4.0f16,
--          2.0f16, 0.25f16, 1.0e4f16, 1.5f16]
--         [f16.nan, 0.0f16, -0.0f16, f16.nan, f16.inf, f16.nan, 0.0002441f16, 255.9f16, 2.0f16,
--          1.414f16, 0.5f16, 1.0e2f16, 1.225f16] }
-- output { empty([0]i64) }
entry square_roots [n] (xs: [n]f16) (ys: [n]f16) : []i64 = e.far 2 (map f16.sqrt xs) ys

-- ==
-- entry: inverse_square_roots
-- input { [f16.nan, 0.0f16, -0.0f16, -1.0f16, f16.inf, 6.55e4f16, 4.0f16, 2.0f16, 0.25f16,
--          1.0e4f16]
--         [f16.nan, f16.inf, -f16.inf, f16.nan, 0.0f16, 0.003906f16, 0.5f16, 0.707f16, 2.0f16,
--          0.01f16] }
-- output { empty([0]i64) }
entry inverse_square_roots [n] (xs: [n]f16) (ys: [n]f16) : []i64 = e.far 2 (map f16.rsqrt xs) ys

-- ==
-- entry: cube_roots
-- input { [f16.nan, 0.0f16, -0.0f16, -8.0f16, -1.0e3f16, f16.inf, -f16.inf, 6.55e4f16, 8.0f16,
--          2.0f16, 1.0e3f16, 0.125f16]
--         [f16.nan, 0.0f16, -0.0f16, -2.0f16, -1.0e1f16, f16.inf, -f16.inf, 40.3f16, 2.0f16,
--          1.26f16, 1.0e1f16, 0.5f16] }
-- output { empty([0]i64) }
entry cube_roots [n] (xs: [n]f16) (ys: [n]f16) : []i64 = e.far 2 (map f16.cbrt xs) ys

-- ==
-- entry: exponentials
-- input { [f16.nan, 0.0f16, -0.0f16, f16.inf, -f16.inf, 13.0f16, -21.0f16, 1.0f16, -1.0f16,
--          0.5f16, 11.0f16, -8.0f16, 0.001f16]
--         [f16.nan, 1.0f16, 1.0f16, f16.inf, 0.0f16, f16.inf, 0.0f16, 2.719f16, 0.368f16,
--          1.648f16, 5.987e4f16, 0.0003355f16, 1.001f16] }
-- output { empty([0]i64) }
entry exponentials [n] (xs: [n]f16) (ys: [n]f16) : []i64 = e.far 2 (map f16.exp xs) ys

-- Exact for whole numbers.
-- ==
-- entry: powers_of_two
-- input { [f16.nan, 0.0f16, 1.0e1f16, -1.0f16, 15.0f16, 16.0f16, -24.0f16, -27.0f16, f16.inf,
--          -f16.inf, 0.5f16, -0.5f16, 3.25f16]
--         [f16.nan, 1.0f16, 1024.0f16, 0.5f16, 3.277e4f16, f16.inf, 6.0e-8f16, 0.0f16, f16.inf,
--          0.0f16, 1.414f16, 0.707f16, 9.516f16] }
-- output { empty([0]i64) }
entry powers_of_two [n] (xs: [n]f16) (ys: [n]f16) : []i64 = e.far 2 (map f16.exp2 xs) ys

-- ==
-- entry: powers_of_ten
-- input { [f16.nan, 0.0f16, f16.inf, -f16.inf, 5.0f16, 1.0f16, -1.0f16, 2.0f16, 0.5f16, 3.0f16]
--         [f16.nan, 1.0f16, f16.inf, 0.0f16, f16.inf, 1.0e1f16, 0.1f16, 1.0e2f16, 3.162f16,
--          1.0e3f16] }
-- output { empty([0]i64) }
entry powers_of_ten [n] (xs: [n]f16) (ys: [n]f16) : []i64 = e.far 2 (map f16.exp10 xs) ys

-- Accurate near 0, where the exponential itself would leave nothing.
-- ==
-- entry: exponentials_less_one
-- input { [f16.nan, 0.0f16, -0.0f16, f16.inf, -f16.inf, 1.0f16, -1.0f16, 0.5f16, 0.001f16,
--          -8.0f16, 0.007812f16]
--         [f16.nan, 0.0f16, -0.0f16, f16.inf, -1.0f16, 1.719f16, -0.6323f16, 0.649f16,
--          0.001001f16, -0.9995f16, 0.00784f16] }
-- output { empty([0]i64) }
entry exponentials_less_one [n] (xs: [n]f16) (ys: [n]f16) : []i64 = e.far 2 (map f16.expm1 xs) ys

-- ==
-- entry: logistics
-- input { [f16.nan, 0.0f16, f16.inf, -f16.inf, 1.0f16, -1.0f16, 4.0f16, -4.0f16, 0.5f16]
--         [f16.nan, 0.5f16, 1.0f16, 0.0f16, 0.731f16, 0.269f16, 0.982f16, 0.01799f16, 0.6226f16] }
-- output { empty([0]i64) }
entry logistics [n] (xs: [n]f16) (ys: [n]f16) : []i64 = e.far 2 (map f16.logistic xs) ys

-- ==
-- entry: logarithms
-- input { [f16.nan, 1.0f16, 0.0f16, -0.0f16, -1.0f16, f16.inf, -f16.inf, 2.0f16, 0.5f16, 1.0e1f16,
--          0.001f16, 6.55e4f16, 6.0e-8f16, 1.008f16]
--         [f16.nan, 0.0f16, -f16.inf, -f16.inf, f16.nan, f16.inf, f16.nan, 0.6934f16, -0.6934f16,
--          2.303f16, -6.906f16, 11.09f16, -16.64f16, 0.007782f16] }
-- output { empty([0]i64) }
entry logarithms [n] (xs: [n]f16) (ys: [n]f16) : []i64 = e.far 2 (map f16.log xs) ys

-- Exact for powers of 2.
-- ==
-- entry: binary_logarithms
-- input { [f16.nan, 1.0f16, 8.0f16, 0.5f16, 3.277e4f16, 6.0e-8f16, 0.0f16, -1.0f16, f16.inf,
--          3.0f16, 1.0e1f16, 0.3f16]
--         [f16.nan, 0.0f16, 3.0f16, -1.0f16, 15.0f16, -24.0f16, -f16.inf, f16.nan, f16.inf,
--          1.585f16, 3.322f16, -1.736f16] }
-- output { empty([0]i64) }
entry binary_logarithms [n] (xs: [n]f16) (ys: [n]f16) : []i64 = e.far 2 (map f16.log2 xs) ys

-- ==
-- entry: decimal_logarithms
-- input { [f16.nan, 1.0f16, 0.0f16, -1.0f16, f16.inf, 2.0f16, 0.5f16, 1.0e3f16, 0.01f16]
--         [f16.nan, 0.0f16, -f16.inf, f16.nan, f16.inf, 0.301f16, -0.301f16, 3.0f16, -2.0f16] }
-- output { empty([0]i64) }
entry decimal_logarithms [n] (xs: [n]f16) (ys: [n]f16) : []i64 = e.far 2 (map f16.log10 xs) ys

-- Accurate near 0.
-- ==
-- entry: logarithms_of_one_more
-- input { [f16.nan, 0.0f16, -0.0f16, -1.0f16, -2.0f16, f16.inf, 1.0f16, -0.5f16, 0.001f16,
--          0.000977f16, 1.0e2f16]
--         [f16.nan, 0.0f16, -0.0f16, -f16.inf, f16.nan, f16.inf, 0.6934f16, -0.6934f16,
--          0.000999f16, 0.000976f16, 4.613f16] }
-- output { empty([0]i64) }
entry logarithms_of_one_more [n] (xs: [n]f16) (ys: [n]f16) : []i64 = e.far 2 (map f16.log1p xs) ys
