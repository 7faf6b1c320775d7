-- Division of i64 by zero, and negative powers, are errors that say where.

-- ==
-- entry: quotient
-- input { 1i64 0i64 }
-- error: division_by_zero.*division by zero
-- input { 0i64 0i64 }
-- error: division by zero
entry quotient (x: i64) (y: i64) : i64 = x i64./ y

-- ==
-- entry: remainder
-- input { 1i64 0i64 }
-- error: division_by_zero.*division by zero
-- input { 0i64 0i64 }
-- error: division by zero
entry remainder (x: i64) (y: i64) : i64 = x i64.% y

-- ==
-- entry: truncated
-- input { 1i64 0i64 }
-- error: division_by_zero.*division by zero
-- input { 0i64 0i64 }
-- error: division by zero
entry truncated (x: i64) (y: i64) : i64 = x i64.// y

-- ==
-- entry: leftover
-- input { 1i64 0i64 }
-- error: division_by_zero.*division by zero
-- input { 0i64 0i64 }
-- error: division by zero
entry leftover (x: i64) (y: i64) : i64 = x i64.%% y

-- One of many.
-- ==
-- entry: in_lanes
-- input { [1i64, 2i64, 3i64] [1i64, 0i64, 2i64] }
-- error: division by zero
entry in_lanes [n] (xs: [n]i64) (ys: [n]i64) : [n]i64 = map2 (i64./) xs ys

-- ==
-- entry: power
-- input { 2i64 -1i64 }
-- error: negative exponent
-- input { 1i64 -9223372036854775808i64 }
-- error: negative exponent
entry power (x: i64) (y: i64) : i64 = x i64.** y
