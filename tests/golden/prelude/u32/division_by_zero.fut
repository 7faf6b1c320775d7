-- Division of u32 by zero is an error that says where.

-- ==
-- entry: quotient
-- input { 1u32 0u32 }
-- error: division_by_zero.*division by zero
-- input { 0u32 0u32 }
-- error: division by zero
entry quotient (x: u32) (y: u32) : u32 = x u32./ y

-- ==
-- entry: remainder
-- input { 1u32 0u32 }
-- error: division_by_zero.*division by zero
-- input { 0u32 0u32 }
-- error: division by zero
entry remainder (x: u32) (y: u32) : u32 = x u32.% y

-- ==
-- entry: truncated
-- input { 1u32 0u32 }
-- error: division_by_zero.*division by zero
-- input { 0u32 0u32 }
-- error: division by zero
entry truncated (x: u32) (y: u32) : u32 = x u32.// y

-- ==
-- entry: leftover
-- input { 1u32 0u32 }
-- error: division_by_zero.*division by zero
-- input { 0u32 0u32 }
-- error: division by zero
entry leftover (x: u32) (y: u32) : u32 = x u32.%% y

-- One of many.
-- ==
-- entry: in_lanes
-- input { [1u32, 2u32, 3u32] [1u32, 0u32, 2u32] }
-- error: division by zero
entry in_lanes [n] (xs: [n]u32) (ys: [n]u32) : [n]u32 = map2 (u32./) xs ys
