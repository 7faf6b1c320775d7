-- Roots, exponentials and logarithms of f64: what the exact value is, rounded, up to the last bits.

open import "../lib/exact"
module e = exact f64

-- ==
-- entry: square_roots
-- input { [f64.nan, 0.0, -0.0, -1.0, f64.inf, -f64.inf, 5.0e-324, 1.7976931348623157e308, 4.0,
--          2.0, 0.25, 1.0e4, 1.5]
--         [f64.nan, 0.0, -0.0, f64.nan, f64.inf, f64.nan, 2.2227587494850775e-162,
--          1.3407807929942596e154, 2.0, 1.4142135623730951, 0.5, 1.0e2, 1.224744871391589] }
-- output { empty([0]i64) }
entry square_roots [n] (xs: [n]f64) (ys: [n]f64) : []i64 = e.far 2 (map f64.sqrt xs) ys

-- ==
-- entry: inverse_square_roots
-- input { [f64.nan, 0.0, -0.0, -1.0, f64.inf, 1.7976931348623157e308, 4.0, 2.0, 0.25, 1.0e4]
--         [f64.nan, f64.inf, -f64.inf, f64.nan, 0.0, 7.458340731200207e-155, 0.5,
--          0.7071067811865476, 2.0, 0.01] }
-- output { empty([0]i64) }
entry inverse_square_roots [n] (xs: [n]f64) (ys: [n]f64) : []i64 = e.far 2 (map f64.rsqrt xs) ys

-- ==
-- entry: cube_roots
-- input { [f64.nan, 0.0, -0.0, -8.0, -1.0e3, f64.inf, -f64.inf, 1.7976931348623157e308, 8.0, 2.0,
--          1.0e3, 0.125]
--         [f64.nan, 0.0, -0.0, -2.0, -1.0e1, f64.inf, -f64.inf, 5.643803094122362e102, 2.0,
--          1.2599210498948732, 1.0e1, 0.5] }
-- output { empty([0]i64) }
entry cube_roots [n] (xs: [n]f64) (ys: [n]f64) : []i64 = e.far 2 (map f64.cbrt xs) ys

-- ==
-- entry: exponentials
-- input { [f64.nan, 0.0, -0.0, f64.inf, -f64.inf, 711.0, -748.0, 1.0, -1.0, 0.5, 709.0, -8.0,
--          0.001]
--         [f64.nan, 1.0, 1.0, f64.inf, 0.0, f64.inf, 0.0, 2.718281828459045, 0.36787944117144233,
--          1.6487212707001282, 8.218407461554972e307, 0.00033546262790251185,
--          1.0010005001667084] }
-- output { empty([0]i64) }
entry exponentials [n] (xs: [n]f64) (ys: [n]f64) : []i64 = e.far 2 (map f64.exp xs) ys

-- Exact for whole numbers.
-- ==
-- entry: powers_of_two
-- input { [f64.nan, 0.0, 1.0e1, -1.0, 1023.0, 1024.0, -1074.0, -1077.0, f64.inf, -f64.inf, 0.5,
--          -0.5, 3.25]
--         [f64.nan, 1.0, 1024.0, 0.5, 8.98846567431158e307, f64.inf, 5.0e-324, 0.0, f64.inf, 0.0,
--          1.4142135623730951, 0.7071067811865476, 9.513656920021768] }
-- output { empty([0]i64) }
entry powers_of_two [n] (xs: [n]f64) (ys: [n]f64) : []i64 = e.far 2 (map f64.exp2 xs) ys

-- ==
-- entry: powers_of_ten
-- input { [f64.nan, 0.0, f64.inf, -f64.inf, 309.0, 1.0, -1.0, 2.0, 0.5, 3.0]
--         [f64.nan, 1.0, f64.inf, 0.0, f64.inf, 1.0e1, 0.1, 1.0e2, 3.1622776601683795, 1.0e3] }
-- output { empty([0]i64) }
entry powers_of_ten [n] (xs: [n]f64) (ys: [n]f64) : []i64 = e.far 2 (map f64.exp10 xs) ys

-- Accurate near 0, where the exponential itself would leave nothing.
-- ==
-- entry: exponentials_less_one
-- input { [f64.nan, 0.0, -0.0, f64.inf, -f64.inf, 1.0, -1.0, 0.5, 0.001, -8.0,
--          1.7763568394002505e-15]
--         [f64.nan, 0.0, -0.0, f64.inf, -1.0, 1.7182818284590453, -0.6321205588285577,
--          0.6487212707001282, 0.0010005001667083417, -0.9996645373720975,
--          1.776356839400252e-15] }
-- output { empty([0]i64) }
entry exponentials_less_one [n] (xs: [n]f64) (ys: [n]f64) : []i64 = e.far 2 (map f64.expm1 xs) ys

-- ==
-- entry: logistics
-- input { [f64.nan, 0.0, f64.inf, -f64.inf, 1.0, -1.0, 4.0, -4.0, 0.5]
--         [f64.nan, 0.5, 1.0, 0.0, 0.7310585786300049, 0.2689414213699951, 0.9820137900379085,
--          0.01798620996209156, 0.6224593312018546] }
-- output { empty([0]i64) }
entry logistics [n] (xs: [n]f64) (ys: [n]f64) : []i64 = e.far 2 (map f64.logistic xs) ys

-- ==
-- entry: logarithms
-- input { [f64.nan, 1.0, 0.0, -0.0, -1.0, f64.inf, -f64.inf, 2.0, 0.5, 1.0e1, 0.001,
--          1.7976931348623157e308, 5.0e-324, 1.0000000000000018]
--         [f64.nan, 0.0, -f64.inf, -f64.inf, f64.nan, f64.inf, f64.nan, 0.6931471805599453,
--          -0.6931471805599453, 2.302585092994046, -6.907755278982137, 709.782712893384,
--          -744.4400719213812, 1.7763568394002489e-15] }
-- output { empty([0]i64) }
entry logarithms [n] (xs: [n]f64) (ys: [n]f64) : []i64 = e.far 2 (map f64.log xs) ys

-- Exact for powers of 2.
-- ==
-- entry: binary_logarithms
-- input { [f64.nan, 1.0, 8.0, 0.5, 8.98846567431158e307, 5.0e-324, 0.0, -1.0, f64.inf, 3.0, 1.0e1,
--          0.3]
--         [f64.nan, 0.0, 3.0, -1.0, 1023.0, -1074.0, -f64.inf, f64.nan, f64.inf,
--          1.584962500721156, 3.321928094887362, -1.7369655941662063] }
-- output { empty([0]i64) }
entry binary_logarithms [n] (xs: [n]f64) (ys: [n]f64) : []i64 = e.far 2 (map f64.log2 xs) ys

-- ==
-- entry: decimal_logarithms
-- input { [f64.nan, 1.0, 0.0, -1.0, f64.inf, 2.0, 0.5, 1.0e3, 0.01]
--         [f64.nan, 0.0, -f64.inf, f64.nan, f64.inf, 0.3010299956639812, -0.3010299956639812, 3.0,
--          -2.0] }
-- output { empty([0]i64) }
entry decimal_logarithms [n] (xs: [n]f64) (ys: [n]f64) : []i64 = e.far 2 (map f64.log10 xs) ys

-- Accurate near 0.
-- ==
-- entry: logarithms_of_one_more
-- input { [f64.nan, 0.0, -0.0, -1.0, -2.0, f64.inf, 1.0, -0.5, 0.001, 2.220446049250313e-16,
--          1.0e2]
--         [f64.nan, 0.0, -0.0, -f64.inf, f64.nan, f64.inf, 0.6931471805599453,
--          -0.6931471805599453, 0.0009995003330835331, 2.2204460492503128e-16, 4.61512051684126] }
-- output { empty([0]i64) }
entry logarithms_of_one_more [n] (xs: [n]f64) (ys: [n]f64) : []i64 = e.far 2 (map f64.log1p xs) ys
