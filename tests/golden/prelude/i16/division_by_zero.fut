-- Division of i16 by zero, and negative powers, are errors that say where.

-- ==
-- entry: quotient
-- input { 1i16 0i16 }
-- error: division_by_zero.*division by zero
-- input { 0i16 0i16 }
-- error: division by zero
entry quotient (x: i16) (y: i16) : i16 = x i16./ y

-- ==
-- entry: remainder
-- input { 1i16 0i16 }
-- error: division_by_zero.*division by zero
-- input { 0i16 0i16 }
-- error: division by zero
entry remainder (x: i16) (y: i16) : i16 = x i16.% y

-- ==
-- entry: truncated
-- input { 1i16 0i16 }
-- error: division_by_zero.*division by zero
-- input { 0i16 0i16 }
-- error: division by zero
entry truncated (x: i16) (y: i16) : i16 = x i16.// y

-- ==
-- entry: leftover
-- input { 1i16 0i16 }
-- error: division_by_zero.*division by zero
-- input { 0i16 0i16 }
-- error: division by zero
entry leftover (x: i16) (y: i16) : i16 = x i16.%% y

-- One of many.
-- ==
-- entry: in_lanes
-- input { [1i16, 2i16, 3i16] [1i16, 0i16, 2i16] }
-- error: division by zero
entry in_lanes [n] (xs: [n]i16) (ys: [n]i16) : [n]i16 = map2 (i16./) xs ys

-- ==
-- entry: power
-- input { 2i16 -1i16 }
-- error: negative exponent
-- input { 1i16 -32768i16 }
-- error: negative exponent
entry power (x: i16) (y: i16) : i16 = x i16.** y
