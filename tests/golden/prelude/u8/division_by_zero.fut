-- Division of u8 by zero is an error that says where.

-- ==
-- entry: quotient
-- input { 1u8 0u8 }
-- error: division_by_zero.*division by zero
-- input { 0u8 0u8 }
-- error: division by zero
entry quotient (x: u8) (y: u8) : u8 = x u8./ y

-- ==
-- entry: remainder
-- input { 1u8 0u8 }
-- error: division_by_zero.*division by zero
-- input { 0u8 0u8 }
-- error: division by zero
entry remainder (x: u8) (y: u8) : u8 = x u8.% y

-- ==
-- entry: truncated
-- input { 1u8 0u8 }
-- error: division_by_zero.*division by zero
-- input { 0u8 0u8 }
-- error: division by zero
entry truncated (x: u8) (y: u8) : u8 = x u8.// y

-- ==
-- entry: leftover
-- input { 1u8 0u8 }
-- error: division_by_zero.*division by zero
-- input { 0u8 0u8 }
-- error: division by zero
entry leftover (x: u8) (y: u8) : u8 = x u8.%% y

-- One of many.
-- ==
-- entry: in_lanes
-- input { [1u8, 2u8, 3u8] [1u8, 0u8, 2u8] }
-- error: division by zero
entry in_lanes [n] (xs: [n]u8) (ys: [n]u8) : [n]u8 = map2 (u8./) xs ys
