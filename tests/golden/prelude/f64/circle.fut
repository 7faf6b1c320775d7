-- Sines and their kin, of f64: what the exact value is, rounded, up to the last bits.

open import "../lib/exact"
module e = exact f64

-- ==
-- entry: sines
-- input { [f64.inf, -f64.inf, f64.nan, 0.0, -0.0, 5.0e-324, 1.0, -1.0, 0.5, 3.0, 1.0e2, 0.001,
--          1.0e5]
--         [f64.nan, f64.nan, f64.nan, 0.0, -0.0, 5.0e-324, 0.8414709848078965,
--          -0.8414709848078965, 0.479425538604203, 0.1411200080598672, -0.5063656411097588,
--          0.0009999998333333417, 0.03574879797201651] }
-- output { empty([0]i64) }
entry sines [n] (xs: [n]f64) (ys: [n]f64) : []i64 = e.far 2 (map f64.sin xs) ys

-- ==
-- entry: cosines
-- input { [f64.inf, -f64.inf, f64.nan, 0.0, -0.0, 1.0, -1.0, 0.5, 3.0, 1.0e2, 0.001, 1.0e5]
--         [f64.nan, f64.nan, f64.nan, 1.0, 1.0, 0.5403023058681398, 0.5403023058681398,
--          0.8775825618903728, -0.9899924966004454, 0.8623188722876839, 0.9999995000000417,
--          -0.9993608074382124] }
-- output { empty([0]i64) }
entry cosines [n] (xs: [n]f64) (ys: [n]f64) : []i64 = e.far 2 (map f64.cos xs) ys

-- ==
-- entry: tangents
-- input { [f64.inf, -f64.inf, f64.nan, 0.0, -0.0, 1.0, -1.0, 0.5, 3.0, 1.0e2, 0.001, 1.0e5]
--         [f64.nan, f64.nan, f64.nan, 0.0, -0.0, 1.5574077246549023, -1.5574077246549023,
--          0.5463024898437905, -0.1425465430742778, -0.5872139151569291, 0.0010000003333334668,
--          -0.035771662952898776] }
-- output { empty([0]i64) }
entry tangents [n] (xs: [n]f64) (ys: [n]f64) : []i64 = e.far 2 (map f64.tan xs) ys

-- Exact at halves.
-- ==
-- entry: sines_of_half_turns
-- input { [f64.inf, -f64.inf, f64.nan, 0.0, -0.0, 0.5, -0.5, 1.5, 0.25, -0.25, 0.3333333333333333,
--          0.1]
--         [f64.nan, f64.nan, f64.nan, 0.0, -0.0, 1.0, -1.0, -1.0, 0.7071067811865476,
--          -0.7071067811865476, 0.8660254037844386, 0.30901699437494745] }
-- output { empty([0]i64) }
entry sines_of_half_turns [n] (xs: [n]f64) (ys: [n]f64) : []i64 = e.far 2 (map f64.sinpi xs) ys

-- ==
-- entry: cosines_of_half_turns
-- input { [f64.inf, -f64.inf, f64.nan, 0.0, 1.0, 2.0, -1.0, 9007199254740992.0, 0.25, -0.25,
--          0.3333333333333333, 0.1]
--         [f64.nan, f64.nan, f64.nan, 1.0, -1.0, 1.0, -1.0, 1.0, 0.7071067811865476,
--          0.7071067811865476, 0.5, 0.9510565162951535] }
-- output { empty([0]i64) }
entry cosines_of_half_turns [n] (xs: [n]f64) (ys: [n]f64) : []i64 = e.far 2 (map f64.cospi xs) ys

-- ==
-- entry: tangents_of_half_turns
-- input { [f64.inf, -f64.inf, f64.nan, 0.0, -0.0, 0.25, -0.25, 0.75, 0.1, 0.3333333333333333,
--          -0.375]
--         [f64.nan, f64.nan, f64.nan, 0.0, -0.0, 1.0, -1.0, -1.0, 0.32491969623290634,
--          1.732050807568877, -2.414213562373095] }
-- output { empty([0]i64) }
entry tangents_of_half_turns [n] (xs: [n]f64) (ys: [n]f64) : []i64 = e.far 2 (map f64.tanpi xs) ys

-- No angle in radians would do that.
-- ==
-- entry: whole_half_turns
-- input { [1.0, -1.0, 2.0, 1.0e3] [0.5, 1.5, -0.5, 2.5] }
-- output { true true true }
entry whole_half_turns (whole: []f64) (half: []f64) : (bool, bool, bool) =
  ( all (\x -> f64.sinpi x == 0) whole
  , all (\x -> f64.cospi x == 0) half
  , all (\x -> f64.tanpi x == 0) whole )

-- ==
-- entry: angles_of_sines
-- input { [f64.nan, 0.0, -0.0, 1.0, -1.0, 1.5, -f64.inf, 0.5, -0.5, 0.1, 0.999, 0.001]
--         [f64.nan, 0.0, -0.0, 1.5707963267948966, -1.5707963267948966, f64.nan, f64.nan,
--          0.5235987755982989, -0.5235987755982989, 0.1001674211615598, 1.526071239626163,
--          0.0010000001666667416] }
-- output { empty([0]i64) }
entry angles_of_sines [n] (xs: [n]f64) (ys: [n]f64) : []i64 = e.far 2 (map f64.asin xs) ys

-- ==
-- entry: angles_of_cosines
-- input { [f64.nan, 1.0, 0.0, -1.0, 1.5, f64.inf, 0.5, -0.5, 0.1, 0.999, 0.001]
--         [f64.nan, 0.0, 1.5707963267948966, 3.141592653589793, f64.nan, f64.nan,
--          1.0471975511965979, 2.0943951023931957, 1.4706289056333368, 0.044725087168733454,
--          1.56979632662823] }
-- output { empty([0]i64) }
entry angles_of_cosines [n] (xs: [n]f64) (ys: [n]f64) : []i64 = e.far 2 (map f64.acos xs) ys

-- ==
-- entry: angles_of_tangents
-- input { [f64.nan, 0.0, -0.0, f64.inf, -f64.inf, 0.5, -0.5, 2.0, 1.0e2, 0.001]
--         [f64.nan, 0.0, -0.0, 1.5707963267948966, -1.5707963267948966, 0.4636476090008061,
--          -0.4636476090008061, 1.1071487177940904, 1.5607966601082315, 0.0009999996666668668] }
-- output { empty([0]i64) }
entry angles_of_tangents [n] (xs: [n]f64) (ys: [n]f64) : []i64 = e.far 2 (map f64.atan xs) ys

-- ==
-- entry: half_turns_of_sines
-- input { [f64.nan, 0.0, 1.0, -1.0, 1.5, 0.5, -0.5, 0.1, 0.999, 0.001]
--         [f64.nan, 0.0, 0.5, -0.5, f64.nan, 0.16666666666666666, -0.16666666666666666,
--          0.03188428042925993, 0.48576356259376036, 0.00031830993923546226] }
-- output { empty([0]i64) }
entry half_turns_of_sines [n] (xs: [n]f64) (ys: [n]f64) : []i64 = e.far 3 (map f64.asinpi xs) ys

-- ==
-- entry: half_turns_of_cosines
-- input { [f64.nan, 1.0, 0.0, -1.0, 1.5, 0.5, -0.5, 0.1, 0.999, 0.001]
--         [f64.nan, 0.0, 0.5, 1.0, f64.nan, 0.3333333333333333, 0.6666666666666666,
--          0.46811571957074005, 0.014236437406239661, 0.4996816900607645] }
-- output { empty([0]i64) }
entry half_turns_of_cosines [n] (xs: [n]f64) (ys: [n]f64) : []i64 = e.far 3 (map f64.acospi xs) ys

-- ==
-- entry: half_turns_of_tangents
-- input { [f64.nan, 0.0, 1.0, f64.inf, -f64.inf, 0.5, -0.5, 2.0, 1.0e2]
--         [f64.nan, 0.0, 0.25, 0.5, -0.5, 0.14758361765043326, -0.14758361765043326,
--          0.35241638234956674, 0.49681700723509176] }
-- output { empty([0]i64) }
entry half_turns_of_tangents [n] (xs: [n]f64) (ys: [n]f64) : []i64 = e.far 3 (map f64.atanpi xs) ys

-- In each quadrant, on each axis, at zeros of each sign, and infinitely far away. The ordinate
-- comes first.
-- ==
-- entry: angles
-- input { [1.0, 1.0, -1.0, -1.0, 3.0, 0.0, -0.0, 0.0, -0.0, 0.0, -0.0, 0.0, -0.0, 1.0, -1.0,
--          f64.inf, 1.0, 1.0, f64.inf, f64.inf, -f64.inf, f64.nan, 1.0]
--         [1.0, -1.0, -1.0, 1.0, 4.0, 1.0, 1.0, -1.0, -1.0, 0.0, 0.0, -0.0, -0.0, 0.0, 0.0, 1.0,
--          f64.inf, -f64.inf, f64.inf, -f64.inf, -f64.inf, 1.0, f64.nan]
--         [0.7853981633974483, 2.356194490192345, -2.356194490192345, -0.7853981633974483,
--          0.6435011087932844, 0.0, -0.0, 3.141592653589793, -3.141592653589793, 0.0, -0.0,
--          3.141592653589793, -3.141592653589793, 1.5707963267948966, -1.5707963267948966,
--          1.5707963267948966, 0.0, 3.141592653589793, 0.7853981633974483, 2.356194490192345,
--          -2.356194490192345, f64.nan, f64.nan] }
-- output { empty([0]i64) }
entry angles [n] (xs: [n]f64) (ys: [n]f64) (zs: [n]f64) : []i64 =
  e.far 2 (map2 f64.atan2 xs ys) zs

-- ==
-- entry: half_turns
-- input { [1.0, 1.0, -1.0, -1.0, 3.0, 0.0, -0.0, 0.0, -0.0, 0.0, -0.0, 0.0, -0.0, 1.0, -1.0,
--          f64.inf, 1.0, 1.0, f64.inf, f64.inf, -f64.inf, f64.nan, 1.0]
--         [1.0, -1.0, -1.0, 1.0, 4.0, 1.0, 1.0, -1.0, -1.0, 0.0, 0.0, -0.0, -0.0, 0.0, 0.0, 1.0,
--          f64.inf, -f64.inf, f64.inf, -f64.inf, -f64.inf, 1.0, f64.nan]
--         [0.25, 0.75, -0.75, -0.25, 0.20483276469913345, 0.0, -0.0, 1.0, -1.0, 0.0, -0.0, 1.0,
--          -1.0, 0.5, -0.5, 0.5, 0.0, 1.0, 0.25, 0.75, -0.75, f64.nan, f64.nan] }
-- output { empty([0]i64) }
entry half_turns [n] (xs: [n]f64) (ys: [n]f64) (zs: [n]f64) : []i64 =
  e.far 3 (map2 f64.atan2pi xs ys) zs

-- Squares that would be too large or too small do no harm.
-- ==
-- entry: hypotenuses
-- input { [3.0, -3.0, 1.0, 0.0, 0.0, f64.inf, f64.nan, -f64.inf, f64.nan, 1.0,
--          1.7976931348623157e308, 3.0e200, 3.0e-200]
--         [4.0, 4.0, 1.0, 0.0, -2.0, f64.nan, -f64.inf, f64.inf, 1.0, f64.nan, 0.0, 4.0e200,
--          4.0e-200]
--         [5.0, 5.0, 1.4142135623730951, 0.0, 2.0, f64.inf, f64.inf, f64.inf, f64.nan, f64.nan,
--          1.7976931348623157e308, 4.9999999999999995e200, 5.0e-200] }
-- output { empty([0]i64) }
entry hypotenuses [n] (xs: [n]f64) (ys: [n]f64) (zs: [n]f64) : []i64 =
  e.far 2 (map2 f64.hypot xs ys) zs
