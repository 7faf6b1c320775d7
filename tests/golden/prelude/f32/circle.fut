-- Sines and their kin, of f32: what the exact value is, rounded, up to the last bits.

open import "../lib/exact"
module e = exact f32

-- ==
-- entry: sines
-- input { [f32.inf, -f32.inf, f32.nan, 0.0f32, -0.0f32, 1.0e-45f32, 1.0f32, -1.0f32, 0.5f32,
--          3.0f32, 1.0e2f32, 0.001f32, 1.0e5f32]
--         [f32.nan, f32.nan, f32.nan, 0.0f32, -0.0f32, 1.0e-45f32, 0.84147096f32, -0.84147096f32,
--          0.47942555f32, 0.14112f32, -0.50636566f32, 0.0009999999f32, 0.0357488f32] }
-- output { empty([0]i64) }
entry sines [n] (xs: [n]f32) (ys: [n]f32) : []i64 = e.far 2 (map f32.sin xs) ys

-- ==
-- entry: cosines
-- input { [f32.inf, -f32.inf, f32.nan, 0.0f32, -0.0f32, 1.0f32, -1.0f32, 0.5f32, 3.0f32, 1.0e2f32,
--          0.001f32, 1.0e5f32]
--         [f32.nan, f32.nan, f32.nan, 1.0f32, 1.0f32, 0.5403023f32, 0.5403023f32, 0.87758255f32,
--          -0.9899925f32, 0.8623189f32, 0.9999995f32, -0.9993608f32] }
-- output { empty([0]i64) }
entry cosines [n] (xs: [n]f32) (ys: [n]f32) : []i64 = e.far 2 (map f32.cos xs) ys

-- ==
-- entry: tangents
-- input { [f32.inf, -f32.inf, f32.nan, 0.0f32, -0.0f32, 1.0f32, -1.0f32, 0.5f32, 3.0f32, 1.0e2f32,
--          0.001f32, 1.0e5f32]
--         [f32.nan, f32.nan, f32.nan, 0.0f32, -0.0f32, 1.5574077f32, -1.5574077f32, 0.5463025f32,
--          -0.14254655f32, -0.58721393f32, 0.0010000004f32, -0.035771664f32] }
-- output { empty([0]i64) }
entry tangents [n] (xs: [n]f32) (ys: [n]f32) : []i64 = e.far 2 (map f32.tan xs) ys

-- Exact at halves.
-- ==
-- entry: sines_of_half_turns
-- input { [f32.inf, -f32.inf, f32.nan, 0.0f32, -0.0f32, 0.5f32, -0.5f32, 1.5f32, 0.25f32,
--          -0.25f32, 0.33333334f32, 0.1f32]
--         [f32.nan, f32.nan, f32.nan, 0.0f32, -0.0f32, 1.0f32, -1.0f32, -1.0f32, 0.70710677f32,
--          -0.70710677f32, 0.86602545f32, 0.309017f32] }
-- output { empty([0]i64) }
entry sines_of_half_turns [n] (xs: [n]f32) (ys: [n]f32) : []i64 = e.far 2 (map f32.sinpi xs) ys

-- ==
-- entry: cosines_of_half_turns
-- input { [f32.inf, -f32.inf, f32.nan, 0.0f32, 1.0f32, 2.0f32, -1.0f32, 16777216.0f32, 0.25f32,
--          -0.25f32, 0.33333334f32, 0.1f32]
--         [f32.nan, f32.nan, f32.nan, 1.0f32, -1.0f32, 1.0f32, -1.0f32, 1.0f32, 0.70710677f32,
--          0.70710677f32, 0.49999997f32, 0.95105654f32] }
-- output { empty([0]i64) }
entry cosines_of_half_turns [n] (xs: [n]f32) (ys: [n]f32) : []i64 = e.far 2 (map f32.cospi xs) ys

-- ==
-- entry: tangents_of_half_turns
-- input { [f32.inf, -f32.inf, f32.nan, 0.0f32, -0.0f32, 0.25f32, -0.25f32, 0.75f32, 0.1f32,
--          0.33333334f32, -0.375f32]
--         [f32.nan, f32.nan, f32.nan, 0.0f32, -0.0f32, 1.0f32, -1.0f32, -1.0f32, 0.3249197f32,
--          1.7320509f32, -2.4142137f32] }
-- output { empty([0]i64) }
entry tangents_of_half_turns [n] (xs: [n]f32) (ys: [n]f32) : []i64 = e.far 2 (map f32.tanpi xs) ys

-- No angle in radians would do that.
-- ==
-- entry: whole_half_turns
-- input { [1.0f32, -1.0f32, 2.0f32, 1.0e3f32] [0.5f32, 1.5f32, -0.5f32, 2.5f32] }
-- output { true true true }
entry whole_half_turns (whole: []f32) (half: []f32) : (bool, bool, bool) =
  ( all (\x -> f32.sinpi x == 0) whole
  , all (\x -> f32.cospi x == 0) half
  , all (\x -> f32.tanpi x == 0) whole )

-- ==
-- entry: angles_of_sines
-- input { [f32.nan, 0.0f32, -0.0f32, 1.0f32, -1.0f32, 1.5f32, -f32.inf, 0.5f32, -0.5f32, 0.1f32,
--          0.999f32, 0.001f32]
--         [f32.nan, 0.0f32, -0.0f32, 1.5707964f32, -1.5707964f32, f32.nan, f32.nan, 0.5235988f32,
--          -0.5235988f32, 0.10016742f32, 1.5260715f32, 0.0010000002f32] }
-- output { empty([0]i64) }
entry angles_of_sines [n] (xs: [n]f32) (ys: [n]f32) : []i64 = e.far 2 (map f32.asin xs) ys

-- ==
-- entry: angles_of_cosines
-- input { [f32.nan, 1.0f32, 0.0f32, -1.0f32, 1.5f32, f32.inf, 0.5f32, -0.5f32, 0.1f32, 0.999f32,
--          0.001f32]
--         [f32.nan, 0.0f32, 1.5707964f32, 3.1415927f32, f32.nan, f32.nan, 1.0471976f32,
--          2.0943952f32, 1.4706289f32, 0.0447248f32, 1.5697963f32] }
-- output { empty([0]i64) }
entry angles_of_cosines [n] (xs: [n]f32) (ys: [n]f32) : []i64 = e.far 2 (map f32.acos xs) ys

-- ==
-- entry: angles_of_tangents
-- input { [f32.nan, 0.0f32, -0.0f32, f32.inf, -f32.inf, 0.5f32, -0.5f32, 2.0f32, 1.0e2f32,
--          0.001f32]
--         [f32.nan, 0.0f32, -0.0f32, 1.5707964f32, -1.5707964f32, 0.4636476f32, -0.4636476f32,
--          1.1071488f32, 1.5607966f32, 0.0009999997f32] }
-- output { empty([0]i64) }
entry angles_of_tangents [n] (xs: [n]f32) (ys: [n]f32) : []i64 = e.far 2 (map f32.atan xs) ys

-- ==
-- entry: half_turns_of_sines
-- input { [f32.nan, 0.0f32, 1.0f32, -1.0f32, 1.5f32, 0.5f32, -0.5f32, 0.1f32, 0.999f32, 0.001f32]
--         [f32.nan, 0.0f32, 0.5f32, -0.5f32, f32.nan, 0.16666667f32, -0.16666667f32,
--          0.03188428f32, 0.48576367f32, 0.00031830996f32] }
-- output { empty([0]i64) }
entry half_turns_of_sines [n] (xs: [n]f32) (ys: [n]f32) : []i64 = e.far 3 (map f32.asinpi xs) ys

-- ==
-- entry: half_turns_of_cosines
-- input { [f32.nan, 1.0f32, 0.0f32, -1.0f32, 1.5f32, 0.5f32, -0.5f32, 0.1f32, 0.999f32, 0.001f32]
--         [f32.nan, 0.0f32, 0.5f32, 1.0f32, f32.nan, 0.33333334f32, 0.6666667f32, 0.46811572f32,
--          0.014236346f32, 0.49968168f32] }
-- output { empty([0]i64) }
entry half_turns_of_cosines [n] (xs: [n]f32) (ys: [n]f32) : []i64 = e.far 3 (map f32.acospi xs) ys

-- ==
-- entry: half_turns_of_tangents
-- input { [f32.nan, 0.0f32, 1.0f32, f32.inf, -f32.inf, 0.5f32, -0.5f32, 2.0f32, 1.0e2f32]
--         [f32.nan, 0.0f32, 0.25f32, 0.5f32, -0.5f32, 0.14758362f32, -0.14758362f32, 0.3524164f32,
--          0.496817f32] }
-- output { empty([0]i64) }
entry half_turns_of_tangents [n] (xs: [n]f32) (ys: [n]f32) : []i64 = e.far 3 (map f32.atanpi xs) ys

-- In each quadrant, on each axis, at zeros of each sign, and infinitely far away. The ordinate
-- comes first.
-- ==
-- entry: angles
-- input { [1.0f32, 1.0f32, -1.0f32, -1.0f32, 3.0f32, 0.0f32, -0.0f32, 0.0f32, -0.0f32, 0.0f32,
--          -0.0f32, 0.0f32, -0.0f32, 1.0f32, -1.0f32, f32.inf, 1.0f32, 1.0f32, f32.inf, f32.inf,
--          -f32.inf, f32.nan, 1.0f32]
--         [1.0f32, -1.0f32, -1.0f32, 1.0f32, 4.0f32, 1.0f32, 1.0f32, -1.0f32, -1.0f32, 0.0f32,
--          0.0f32, -0.0f32, -0.0f32, 0.0f32, 0.0f32, 1.0f32, f32.inf, -f32.inf, f32.inf, -f32.inf,
--          -f32.inf, 1.0f32, f32.nan]
--         [0.7853982f32, 2.3561945f32, -2.3561945f32, -0.7853982f32, 0.6435011f32, 0.0f32,
--          -0.0f32, 3.1415927f32, -3.1415927f32, 0.0f32, -0.0f32, 3.1415927f32, -3.1415927f32,
--          1.5707964f32, -1.5707964f32, 1.5707964f32, 0.0f32, 3.1415927f32, 0.7853982f32,
--          2.3561945f32, -2.3561945f32, f32.nan, f32.nan] }
-- output { empty([0]i64) }
entry angles [n] (xs: [n]f32) (ys: [n]f32) (zs: [n]f32) : []i64 =
  e.far 2 (map2 f32.atan2 xs ys) zs

-- ==
-- entry: half_turns
-- input { [1.0f32, 1.0f32, -1.0f32, -1.0f32, 3.0f32, 0.0f32, -0.0f32, 0.0f32, -0.0f32, 0.0f32,
--          -0.0f32, 0.0f32, -0.0f32, 1.0f32, -1.0f32, f32.inf, 1.0f32, 1.0f32, f32.inf, f32.inf,
--          -f32.inf, f32.nan, 1.0f32]
--         [1.0f32, -1.0f32, -1.0f32, 1.0f32, 4.0f32, 1.0f32, 1.0f32, -1.0f32, -1.0f32, 0.0f32,
--          0.0f32, -0.0f32, -0.0f32, 0.0f32, 0.0f32, 1.0f32, f32.inf, -f32.inf, f32.inf, -f32.inf,
--          -f32.inf, 1.0f32, f32.nan]
--         [0.25f32, 0.75f32, -0.75f32, -0.25f32, 0.20483276f32, 0.0f32, -0.0f32, 1.0f32, -1.0f32,
--          0.0f32, -0.0f32, 1.0f32, -1.0f32, 0.5f32, -0.5f32, 0.5f32, 0.0f32, 1.0f32, 0.25f32,
--          0.75f32, -0.75f32, f32.nan, f32.nan] }
-- output { empty([0]i64) }
entry half_turns [n] (xs: [n]f32) (ys: [n]f32) (zs: [n]f32) : []i64 =
  e.far 3 (map2 f32.atan2pi xs ys) zs

-- Squares that would be too large or too small do no harm.
-- ==
-- entry: hypotenuses
-- input { [3.0f32, -3.0f32, 1.0f32, 0.0f32, 0.0f32, f32.inf, f32.nan, -f32.inf, f32.nan, 1.0f32,
--          3.4028235e38f32, 3.0e30f32, 3.0e-30f32]
--         [4.0f32, 4.0f32, 1.0f32, 0.0f32, -2.0f32, f32.nan, -f32.inf, f32.inf, 1.0f32, f32.nan,
--          0.0f32, 4.0e30f32, 4.0e-30f32]
--         [5.0f32, 5.0f32, 1.4142135f32, 0.0f32, 2.0f32, f32.inf, f32.inf, f32.inf, f32.nan,
--          f32.nan, 3.4028235e38f32, 5.0e30f32, 5.0e-30f32] }
-- output { empty([0]i64) }
entry hypotenuses [n] (xs: [n]f32) (ys: [n]f32) (zs: [n]f32) : []i64 =
  e.far 2 (map2 f32.hypot xs ys) zs
