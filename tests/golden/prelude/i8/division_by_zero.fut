-- Division of i8 by zero, and negative powers, are errors that say where.

-- ==
-- entry: quotient
-- input { 1i8 0i8 }
-- error: division_by_zero.*division by zero
-- input { 0i8 0i8 }
-- error: division by zero
entry quotient (x: i8) (y: i8) : i8 = x i8./ y

-- ==
-- entry: remainder
-- input { 1i8 0i8 }
-- error: division_by_zero.*division by zero
-- input { 0i8 0i8 }
-- error: division by zero
entry remainder (x: i8) (y: i8) : i8 = x i8.% y

-- ==
-- entry: truncated
-- input { 1i8 0i8 }
-- error: division_by_zero.*division by zero
-- input { 0i8 0i8 }
-- error: division by zero
entry truncated (x: i8) (y: i8) : i8 = x i8.// y

-- ==
-- entry: leftover
-- input { 1i8 0i8 }
-- error: division_by_zero.*division by zero
-- input { 0i8 0i8 }
-- error: division by zero
entry leftover (x: i8) (y: i8) : i8 = x i8.%% y

-- One of many.
-- ==
-- entry: in_lanes
-- input { [1i8, 2i8, 3i8] [1i8, 0i8, 2i8] }
-- error: division by zero
entry in_lanes [n] (xs: [n]i8) (ys: [n]i8) : [n]i8 = map2 (i8./) xs ys

-- ==
-- entry: power
-- input { 2i8 -1i8 }
-- error: negative exponent
-- input { 1i8 -128i8 }
-- error: negative exponent
entry power (x: i8) (y: i8) : i8 = x i8.** y
