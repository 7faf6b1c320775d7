-- Whole numbers next to a number of f16.

open import "../lib/exact"
module e = exact f16

-- ==
-- entry: up
-- input { [0.0f16, -0.0f16, 0.5f16, -0.5f16, 1.5f16, -1.5f16, 2.5f16, -2.5f16, 0.25f16, -0.75f16,
--          0.4998f16, 512.5f16, -512.5f16, 513.5f16, 2048.0f16, 6.55e4f16, f16.inf, -f16.inf,
--          f16.nan, 6.0e-8f16, -6.0e-8f16, 6.0e4f16, -4.0e4f16]
--         [0.0f16, -0.0f16, 1.0f16, -0.0f16, 2.0f16, -1.0f16, 3.0f16, -2.0f16, 1.0f16, -0.0f16,
--          1.0f16, 513.0f16, -512.0f16, 514.0f16, 2048.0f16, 6.55e4f16, f16.inf, -f16.inf,
--          f16.nan, 1.0f16, -0.0f16, 6.0e4f16, -4.0e4f16] }
-- output { empty([0]i64) }
entry up [n] (xs: [n]f16) (ys: [n]f16) : []i64 = e.wrong (map f16.ceil xs) ys

-- ==
-- entry: down
-- input { [0.0f16, -0.0f16, 0.5f16, -0.5f16, 1.5f16, -1.5f16, 2.5f16, -2.5f16, 0.25f16, -0.75f16,
--          0.4998f16, 512.5f16, -512.5f16, 513.5f16, 2048.0f16, 6.55e4f16, f16.inf, -f16.inf,
--          f16.nan, 6.0e-8f16, -6.0e-8f16, 6.0e4f16, -4.0e4f16]
--         [0.0f16, -0.0f16, 0.0f16, -1.0f16, 1.0f16, -2.0f16, 2.0f16, -3.0f16, 0.0f16, -1.0f16,
--          0.0f16, 512.0f16, -513.0f16, 513.0f16, 2048.0f16, 6.55e4f16, f16.inf, -f16.inf,
--          f16.nan, 0.0f16, -1.0f16, 6.0e4f16, -4.0e4f16] }
-- output { empty([0]i64) }
entry down [n] (xs: [n]f16) (ys: [n]f16) : []i64 = e.wrong (map f16.floor xs) ys

-- Far beyond the integers, too.
-- ==
-- entry: towards_zero
-- input { [0.0f16, -0.0f16, 0.5f16, -0.5f16, 1.5f16, -1.5f16, 2.5f16, -2.5f16, 0.25f16, -0.75f16,
--          0.4998f16, 512.5f16, -512.5f16, 513.5f16, 2048.0f16, 6.55e4f16, f16.inf, -f16.inf,
--          f16.nan, 6.0e-8f16, -6.0e-8f16, 6.0e4f16, -4.0e4f16]
--         [0.0f16, -0.0f16, 0.0f16, -0.0f16, 1.0f16, -1.0f16, 2.0f16, -2.0f16, 0.0f16, -0.0f16,
--          0.0f16, 512.0f16, -512.0f16, 513.0f16, 2048.0f16, 6.55e4f16, f16.inf, -f16.inf,
--          f16.nan, 0.0f16, -0.0f16, 6.0e4f16, -4.0e4f16] }
-- output { empty([0]i64) }
entry towards_zero [n] (xs: [n]f16) (ys: [n]f16) : []i64 = e.wrong (map f16.trunc xs) ys

-- Half way between two of them, the even one.
-- ==
-- entry: to_nearest
-- input { [0.0f16, -0.0f16, 0.5f16, -0.5f16, 1.5f16, -1.5f16, 2.5f16, -2.5f16, 0.25f16, -0.75f16,
--          0.4998f16, 512.5f16, -512.5f16, 513.5f16, 2048.0f16, 6.55e4f16, f16.inf, -f16.inf,
--          f16.nan, 6.0e-8f16, -6.0e-8f16, 6.0e4f16, -4.0e4f16]
--         [0.0f16, -0.0f16, 0.0f16, -0.0f16, 2.0f16, -2.0f16, 2.0f16, -2.0f16, 0.0f16, -1.0f16,
--          0.0f16, 512.0f16, -512.0f16, 514.0f16, 2048.0f16, 6.55e4f16, f16.inf, -f16.inf,
--          f16.nan, 0.0f16, -0.0f16, 6.0e4f16, -4.0e4f16] }
-- output { empty([0]i64) }
entry to_nearest [n] (xs: [n]f16) (ys: [n]f16) : []i64 = e.wrong (map f16.round xs) ys
