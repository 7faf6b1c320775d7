-- Division of i32 by zero, and negative powers, are errors that say where.

-- ==
-- entry: quotient
-- input { 1i32 0i32 }
-- error: division_by_zero.*division by zero
-- input { 0i32 0i32 }
-- error: division by zero
entry quotient (x: i32) (y: i32) : i32 = x i32./ y

-- ==
-- entry: remainder
-- input { 1i32 0i32 }
-- error: division_by_zero.*division by zero
-- input { 0i32 0i32 }
-- error: division by zero
entry remainder (x: i32) (y: i32) : i32 = x i32.% y

-- ==
-- entry: truncated
-- input { 1i32 0i32 }
-- error: division_by_zero.*division by zero
-- input { 0i32 0i32 }
-- error: division by zero
entry truncated (x: i32) (y: i32) : i32 = x i32.// y

-- ==
-- entry: leftover
-- input { 1i32 0i32 }
-- error: division_by_zero.*division by zero
-- input { 0i32 0i32 }
-- error: division by zero
entry leftover (x: i32) (y: i32) : i32 = x i32.%% y

-- One of many.
-- ==
-- entry: in_lanes
-- input { [1i32, 2i32, 3i32] [1i32, 0i32, 2i32] }
-- error: division by zero
entry in_lanes [n] (xs: [n]i32) (ys: [n]i32) : [n]i32 = map2 (i32./) xs ys

-- ==
-- entry: power
-- input { 2i32 -1i32 }
-- error: negative exponent
-- input { 1i32 -2147483648i32 }
-- error: negative exponent
entry power (x: i32) (y: i32) : i32 = x i32.** y
