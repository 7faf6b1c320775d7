-- Roots, exponentials and logarithms of f32: what the exact value is, rounded, up to the last bits.

open import "../lib/exact"
module e = exact f32

-- ==
-- entry: square_roots
-- input { [f32.nan, 0.0f32, -0.0f32, -1.0f32, f32.inf, -f32.inf, 1.0e-45f32, 3.4028235e38f32,
--          4.0f32, 2.0f32, 0.25f32, 1.0e4f32, 1.5f32]
--         [f32.nan, 0.0f32, -0.0f32, f32.nan, f32.inf, f32.nan, 3.743392e-23f32, 1.8446743e19f32,
--          2.0f32, 1.4142135f32, 0.5f32, 1.0e2f32, 1.2247449f32] }
-- output { empty([0]i64) }
entry square_roots [n] (xs: [n]f32) (ys: [n]f32) : []i64 = e.far 2 (map f32.sqrt xs) ys

-- ==
-- entry: inverse_square_roots
-- input { [f32.nan, 0.0f32, -0.0f32, -1.0f32, f32.inf, 3.4028235e38f32, 4.0f32, 2.0f32, 0.25f32,
--          1.0e4f32]
--         [f32.nan, f32.inf, -f32.inf, f32.nan, 0.0f32, 5.421011e-20f32, 0.5f32, 0.70710677f32,
--          2.0f32, 0.01f32] }
-- output { empty([0]i64) }
entry inverse_square_roots [n] (xs: [n]f32) (ys: [n]f32) : []i64 = e.far 2 (map f32.rsqrt xs) ys

-- ==
-- entry: cube_roots
-- input { [f32.nan, 0.0f32, -0.0f32, -8.0f32, -1.0e3f32, f32.inf, -f32.inf, 3.4028235e38f32,
--          8.0f32, 2.0f32, 1.0e3f32, 0.125f32]
--         [f32.nan, 0.0f32, -0.0f32, -2.0f32, -1.0e1f32, f32.inf, -f32.inf, 6.9814636e12f32,
--          2.0f32, 1.2599211f32, 1.0e1f32, 0.5f32] }
-- output { empty([0]i64) }
entry cube_roots [n] (xs: [n]f32) (ys: [n]f32) : []i64 = e.far 2 (map f32.cbrt xs) ys

-- ==
-- entry: exponentials
-- input { [f32.nan, 0.0f32, -0.0f32, f32.inf, -f32.inf, 9.0e1f32, -107.0f32, 1.0f32, -1.0f32,
--          0.5f32, 88.0f32, -8.0f32, 0.001f32]
--         [f32.nan, 1.0f32, 1.0f32, f32.inf, 0.0f32, f32.inf, 0.0f32, 2.7182817f32, 0.36787945f32,
--          1.6487212f32, 1.6516363e38f32, 0.00033546262f32, 1.0010005f32] }
-- output { empty([0]i64) }
entry exponentials [n] (xs: [n]f32) (ys: [n]f32) : []i64 = e.far 2 (map f32.exp xs) ys

-- Exact for whole numbers.
-- ==
-- entry: powers_of_two
-- input { [f32.nan, 0.0f32, 1.0e1f32, -1.0f32, 127.0f32, 128.0f32, -149.0f32, -152.0f32, f32.inf,
--          -f32.inf, 0.5f32, -0.5f32, 3.25f32]
--         [f32.nan, 1.0f32, 1024.0f32, 0.5f32, 1.7014118e38f32, f32.inf, 1.0e-45f32, 0.0f32,
--          f32.inf, 0.0f32, 1.4142135f32, 0.70710677f32, 9.513657f32] }
-- output { empty([0]i64) }
entry powers_of_two [n] (xs: [n]f32) (ys: [n]f32) : []i64 = e.far 2 (map f32.exp2 xs) ys

-- ==
-- entry: powers_of_ten
-- input { [f32.nan, 0.0f32, f32.inf, -f32.inf, 39.0f32, 1.0f32, -1.0f32, 2.0f32, 0.5f32, 3.0f32]
--         [f32.nan, 1.0f32, f32.inf, 0.0f32, f32.inf, 1.0e1f32, 0.1f32, 1.0e2f32, 3.1622777f32,
--          1.0e3f32] }
-- output { empty([0]i64) }
entry powers_of_ten [n] (xs: [n]f32) (ys: [n]f32) : []i64 = e.far 2 (map f32.exp10 xs) ys

-- Accurate near 0, where the exponential itself would leave nothing.
-- ==
-- entry: exponentials_less_one
-- input { [f32.nan, 0.0f32, -0.0f32, f32.inf, -f32.inf, 1.0f32, -1.0f32, 0.5f32, 0.001f32,
--          -8.0f32, 9.536743e-7f32]
--         [f32.nan, 0.0f32, -0.0f32, f32.inf, -1.0f32, 1.7182819f32, -0.63212055f32, 0.6487213f32,
--          0.0010005002f32, -0.99966455f32, 9.536748e-7f32] }
-- output { empty([0]i64) }
entry exponentials_less_one [n] (xs: [n]f32) (ys: [n]f32) : []i64 = e.far 2 (map f32.expm1 xs) ys

-- ==
-- entry: logistics
-- input { [f32.nan, 0.0f32, f32.inf, -f32.inf, 1.0f32, -1.0f32, 4.0f32, -4.0f32, 0.5f32]
--         [f32.nan, 0.5f32, 1.0f32, 0.0f32, 0.7310586f32, 0.26894143f32, 0.98201376f32,
--          0.01798621f32, 0.62245935f32] }
-- output { empty([0]i64) }
entry logistics [n] (xs: [n]f32) (ys: [n]f32) : []i64 = e.far 2 (map f32.logistic xs) ys

-- ==
-- entry: logarithms
-- input { [f32.nan, 1.0f32, 0.0f32, -0.0f32, -1.0f32, f32.inf, -f32.inf, 2.0f32, 0.5f32, 1.0e1f32,
--          0.001f32, 3.4028235e38f32, 1.0e-45f32, 1.000001f32]
--         [f32.nan, 0.0f32, -f32.inf, -f32.inf, f32.nan, f32.inf, f32.nan, 0.6931472f32,
--          -0.6931472f32, 2.3025851f32, -6.9077554f32, 88.72284f32, -103.27893f32,
--          9.5367386e-7f32] }
-- output { empty([0]i64) }
entry logarithms [n] (xs: [n]f32) (ys: [n]f32) : []i64 = e.far 2 (map f32.log xs) ys

-- Exact for powers of 2.
-- ==
-- entry: binary_logarithms
-- input { [f32.nan, 1.0f32, 8.0f32, 0.5f32, 1.7014118e38f32, 1.0e-45f32, 0.0f32, -1.0f32, f32.inf,
--          3.0f32, 1.0e1f32, 0.3f32]
--         [f32.nan, 0.0f32, 3.0f32, -1.0f32, 127.0f32, -149.0f32, -f32.inf, f32.nan, f32.inf,
--          1.5849625f32, 3.321928f32, -1.7369655f32] }
-- output { empty([0]i64) }
entry binary_logarithms [n] (xs: [n]f32) (ys: [n]f32) : []i64 = e.far 2 (map f32.log2 xs) ys

-- ==
-- entry: decimal_logarithms
-- input { [f32.nan, 1.0f32, 0.0f32, -1.0f32, f32.inf, 2.0f32, 0.5f32, 1.0e3f32, 0.01f32]
--         [f32.nan, 0.0f32, -f32.inf, f32.nan, f32.inf, 0.30103f32, -0.30103f32, 3.0f32,
--          -2.0f32] }
-- output { empty([0]i64) }
entry decimal_logarithms [n] (xs: [n]f32) (ys: [n]f32) : []i64 = e.far 2 (map f32.log10 xs) ys

-- Accurate near 0.
-- ==
-- entry: logarithms_of_one_more
-- input { [f32.nan, 0.0f32, -0.0f32, -1.0f32, -2.0f32, f32.inf, 1.0f32, -0.5f32, 0.001f32,
--          1.1920929e-7f32, 1.0e2f32]
--         [f32.nan, 0.0f32, -0.0f32, -f32.inf, f32.nan, f32.inf, 0.6931472f32, -0.6931472f32,
--          0.0009995004f32, 1.1920928e-7f32, 4.6151204f32] }
-- output { empty([0]i64) }
entry logarithms_of_one_more [n] (xs: [n]f32) (ys: [n]f32) : []i64 = e.far 2 (map f32.log1p xs) ys
