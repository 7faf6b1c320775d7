-- What looks like an identity of arithmetic is none where zeros have signs and numbers may be infinite.
-- ==
-- entry: bits
-- input { -0.0 } output { [0u64, 0u64, 9223372036854775808u64, 9223372036854775808u64, 9223372036854775808u64, 0u64] }
-- input { 0.0 } output { [0u64, 0u64, 0u64, 0u64, 0u64, 0u64] }

-- ==
-- entry: nans
-- input { f64.inf } output { [true, true, true, true, false, true] }
-- input { f64.nan } output { [true, true, true, true, true, true] }
-- input { 2.0 } output { [false, false, false, false, false, false] }
entry bits (x: f64) = map f64.to_bits [x + 0, 0 + x, x - 0, x * 1, x / 1, 0 - x]
entry nans (x: f64) = map f64.isnan [x * 0, 0 * x, x - x, x / x, 0 / x, x + -x]
