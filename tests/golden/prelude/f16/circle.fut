-- Sines and their kin, of f16: what the exact value is, rounded, up to the last bits.

open import "../lib/exact"
module e = exact f16

-- ==
-- entry: sines
-- input { [f16.inf, -f16.inf, f16.nan, 0.0f16, -0.0f16, 6.0e-8f16, 1.0f16, -1.0f16, 0.5f16,
--          3.0f16, 1.0e2f16, 0.001f16]
--         [f16.nan, f16.nan, f16.nan, 0.0f16, -0.0f16, 6.0e-8f16, 0.8413f16, -0.8413f16,
--          0.4795f16, 0.1411f16, -0.5063f16, 0.001f16] }
-- output { empty([0]i64) }
entry sines [n] (xs: [n]f16) (ys: [n]f16) : []i64 = e.far 2 (map f16.sin xs) ys

-- ==
-- entry: cosines
-- input { [f16.inf, -f16.inf, f16.nan, 0.0f16, -0.0f16, 1.0f16, -1.0f16, 0.5f16, 3.0f16, 1.0e2f16,
--          0.001f16]
--         [f16.nan, f16.nan, f16.nan, 1.0f16, 1.0f16, 0.5405f16, 0.5405f16, 0.8774f16, -0.99f16,
--          0.8623f16, 1.0f16] }
-- output { empty([0]i64) }
entry cosines [n] (xs: [n]f16) (ys: [n]f16) : []i64 = e.far 2 (map f16.cos xs) ys

-- ==
-- entry: tangents
-- input { [f16.inf, -f16.inf, f16.nan, 0.0f16, -0.0f16, 1.0f16, -1.0f16, 0.5f16, 3.0f16, 1.0e2f16,
--          0.001f16]
--         [f16.nan, f16.nan, f16.nan, 0.0f16, -0.0f16, 1.558f16, -1.558f16, 0.5464f16, -0.1426f16,
--          -0.5874f16, 0.001f16] }
-- output { empty([0]i64) }
entry tangents [n] (xs: [n]f16) (ys: [n]f16) : []i64 = e.far 2 (map f16.tan xs) ys

-- Exact at halves.
-- ==
-- entry: sines_of_half_turns
-- input { [f16.inf, -f16.inf, f16.nan, 0.0f16, -0.0f16, 0.5f16, -0.5f16, 1.5f16, 0.25f16,
--          -0.25f16, 0.3333f16, 0.1f16]
--         [f16.nan, f16.nan, f16.nan, 0.0f16, -0.0f16, 1.0f16, -1.0f16, -1.0f16, 0.707f16,
--          -0.707f16, 0.8657f16, 0.3088f16] }
-- output { empty([0]i64) }
entry sines_of_half_turns [n] (xs: [n]f16) (ys: [n]f16) : []i64 = e.far 2 (map f16.sinpi xs) ys

-- ==
-- entry: cosines_of_half_turns
-- input { [f16.inf, -f16.inf, f16.nan, 0.0f16, 1.0f16, 2.0f16, -1.0f16, 2048.0f16, 0.25f16,
--          -0.25f16, 0.3333f16, 0.1f16]
--         [f16.nan, f16.nan, f16.nan, 1.0f16, -1.0f16, 1.0f16, -1.0f16, 1.0f16, 0.707f16,
--          0.707f16, 0.5f16, 0.951f16] }
-- output { empty([0]i64) }
entry cosines_of_half_turns [n] (xs: [n]f16) (ys: [n]f16) : []i64 = e.far 2 (map f16.cospi xs) ys

-- ==
-- entry: tangents_of_half_turns
-- input { [f16.inf, -f16.inf, f16.nan, 0.0f16, -0.0f16, 0.25f16, -0.25f16, 0.75f16, 0.1f16,
--          0.3333f16, -0.375f16]
--         [f16.nan, f16.nan, f16.nan, 0.0f16, -0.0f16, 1.0f16, -1.0f16, -1.0f16, 0.325f16,
--          1.731f16, -2.414f16] }
-- output { empty([0]i64) }
entry tangents_of_half_turns [n] (xs: [n]f16) (ys: [n]f16) : []i64 = e.far 2 (map f16.tanpi xs) ys

-- No angle in radians would do that.
-- ==
-- entry: whole_half_turns
-- input { [1.0f16, -1.0f16, 2.0f16, 1.0e3f16] [0.5f16, 1.5f16, -0.5f16, 2.5f16] }
-- output { true true true }
entry whole_half_turns (whole: []f16) (half: []f16) : (bool, bool, bool) =
  ( all (\x -> f16.sinpi x == 0) whole
  , all (\x -> f16.cospi x == 0) half
  , all (\x -> f16.tanpi x == 0) whole )

-- ==
-- entry: angles_of_sines
-- input { [f16.nan, 0.0f16, -0.0f16, 1.0f16, -1.0f16, 1.5f16, -f16.inf, 0.5f16, -0.5f16, 0.1f16,
--          0.999f16, 0.001f16]
--         [f16.nan, 0.0f16, -0.0f16, 1.57f16, -1.57f16, f16.nan, f16.nan, 0.5234f16, -0.5234f16,
--          0.10016f16, 1.526f16, 0.001f16] }
-- output { empty([0]i64) }
entry angles_of_sines [n] (xs: [n]f16) (ys: [n]f16) : []i64 = e.far 2 (map f16.asin xs) ys

-- ==
-- entry: angles_of_cosines
-- input { [f16.nan, 1.0f16, 0.0f16, -1.0f16, 1.5f16, f16.inf, 0.5f16, -0.5f16, 0.1f16, 0.999f16,
--          0.001f16]
--         [f16.nan, 0.0f16, 1.57f16, 3.14f16, f16.nan, f16.nan, 1.047f16, 2.094f16, 1.471f16,
--          0.0442f16, 1.569f16] }
-- output { empty([0]i64) }
entry angles_of_cosines [n] (xs: [n]f16) (ys: [n]f16) : []i64 = e.far 2 (map f16.acos xs) ys

-- ==
-- entry: angles_of_tangents
-- input { [f16.nan, 0.0f16, -0.0f16, f16.inf, -f16.inf, 0.5f16, -0.5f16, 2.0f16, 1.0e2f16,
--          0.001f16]
--         [f16.nan, 0.0f16, -0.0f16, 1.57f16, -1.57f16, 0.4636f16, -0.4636f16, 1.107f16, 1.561f16,
--          0.001f16] }
-- output { empty([0]i64) }
entry angles_of_tangents [n] (xs: [n]f16) (ys: [n]f16) : []i64 = e.far 2 (map f16.atan xs) ys

-- ==
-- entry: half_turns_of_sines
-- input { [f16.nan, 0.0f16, 1.0f16, -1.0f16, 1.5f16, 0.5f16, -0.5f16, 0.1f16, 0.999f16, 0.001f16]
--         [f16.nan, 0.0f16, 0.5f16, -0.5f16, f16.nan, 0.1666f16, -0.1666f16, 0.0319f16, 0.4858f16,
--          0.0003185f16] }
-- output { empty([0]i64) }
entry half_turns_of_sines [n] (xs: [n]f16) (ys: [n]f16) : []i64 = e.far 3 (map f16.asinpi xs) ys

-- ==
-- entry: half_turns_of_cosines
-- input { [f16.nan, 1.0f16, 0.0f16, -1.0f16, 1.5f16, 0.5f16, -0.5f16, 0.1f16, 0.999f16, 0.001f16]
--         [f16.nan, 0.0f16, 0.5f16, 1.0f16, f16.nan, 0.3333f16, 0.6665f16, 0.468f16, 0.01407f16,
--          0.4998f16] }
-- output { empty([0]i64) }
entry half_turns_of_cosines [n] (xs: [n]f16) (ys: [n]f16) : []i64 = e.far 3 (map f16.acospi xs) ys

-- ==
-- entry: half_turns_of_tangents
-- input { [f16.nan, 0.0f16, 1.0f16, f16.inf, -f16.inf, 0.5f16, -0.5f16, 2.0f16, 1.0e2f16]
--         [f16.nan, 0.0f16, 0.25f16, 0.5f16, -0.5f16, 0.1476f16, -0.1476f16, 0.3523f16,
--          0.4968f16] }
-- output { empty([0]i64) }
entry half_turns_of_tangents [n] (xs: [n]f16) (ys: [n]f16) : []i64 = e.far 3 (map f16.atanpi xs) ys

-- In each quadrant, on each axis, at zeros of each sign, and infinitely far away. The ordinate
-- comes first.
-- ==
-- entry: angles
-- input { [1.0f16, 1.0f16, -1.0f16, -1.0f16, 3.0f16, 0.0f16, -0.0f16, 0.0f16, -0.0f16, 0.0f16,
--          -0.0f16, 0.0f16, -0.0f16, 1.0f16, -1.0f16, f16.inf, 1.0f16, 1.0f16, f16.inf, f16.inf,
--          -f16.inf, f16.nan, 1.0f16]
--         [1.0f16, -1.0f16, -1.0f16, 1.0f16, 4.0f16, 1.0f16, 1.0f16, -1.0f16, -1.0f16, 0.0f16,
--          0.0f16, -0.0f16, -0.0f16, 0.0f16, 0.0f16, 1.0f16, f16.inf, -f16.inf, f16.inf, -f16.inf,
--          -f16.inf, 1.0f16, f16.nan]
--         [0.785f16, 2.355f16, -2.355f16, -0.785f16, 0.6436f16, 0.0f16, -0.0f16, 3.14f16,
--          -3.14f16, 0.0f16, -0.0f16, 3.14f16, -3.14f16, 1.57f16, -1.57f16, 1.57f16, 0.0f16,
--          3.14f16, 0.785f16, 2.355f16, -2.355f16, f16.nan, f16.nan] }
-- output { empty([0]i64) }
entry angles [n] (xs: [n]f16) (ys: [n]f16) (zs: [n]f16) : []i64 =
  e.far 2 (map2 f16.atan2 xs ys) zs

-- ==
-- entry: half_turns
-- input { [1.0f16, 1.0f16, -1.0f16, -1.0f16, 3.0f16, 0.0f16, -0.0f16, 0.0f16, -0.0f16, 0.0f16,
--          -0.0f16, 0.0f16, -0.0f16, 1.0f16, -1.0f16, f16.inf, 1.0f16, 1.0f16, f16.inf, f16.inf,
--          -f16.inf, f16.nan, 1.0f16]
--         [1.0f16, -1.0f16, -1.0f16, 1.0f16, 4.0f16, 1.0f16, 1.0f16, -1.0f16, -1.0f16, 0.0f16,
--          0.0f16, -0.0f16, -0.0f16, 0.0f16, 0.0f16, 1.0f16, f16.inf, -f16.inf, f16.inf, -f16.inf,
--          -f16.inf, 1.0f16, f16.nan]
--         [0.25f16, 0.75f16, -0.75f16, -0.25f16, 0.2048f16, 0.0f16, -0.0f16, 1.0f16, -1.0f16,
--          0.0f16, -0.0f16, 1.0f16, -1.0f16, 0.5f16, -0.5f16, 0.5f16, 0.0f16, 1.0f16, 0.25f16,
--          0.75f16, -0.75f16, f16.nan, f16.nan] }
-- output { empty([0]i64) }
entry half_turns [n] (xs: [n]f16) (ys: [n]f16) (zs: [n]f16) : []i64 =
  e.far 3 (map2 f16.atan2pi xs ys) zs

-- Squares that would be too large or too small do no harm.
-- ==
-- entry: hypotenuses
-- input { [3.0f16, -3.0f16, 1.0f16, 0.0f16, 0.0f16, f16.inf, f16.nan, -f16.inf, f16.nan, 1.0f16,
--          6.55e4f16, 3.0e4f16, 3.0e-5f16]
--         [4.0f16, 4.0f16, 1.0f16, 0.0f16, -2.0f16, f16.nan, -f16.inf, f16.inf, 1.0f16, f16.nan,
--          0.0f16, 4.0e4f16, 4.0e-5f16]
--         [5.0f16, 5.0f16, 1.414f16, 0.0f16, 2.0f16, f16.inf, f16.inf, f16.inf, f16.nan, f16.nan,
--          6.55e4f16, 5.0e4f16, 5.0e-5f16] }
-- output { empty([0]i64) }
entry hypotenuses [n] (xs: [n]f16) (ys: [n]f16) (zs: [n]f16) : []i64 =
  e.far 2 (map2 f16.hypot xs ys) zs
