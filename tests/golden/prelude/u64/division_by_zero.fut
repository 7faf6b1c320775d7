-- Division of u64 by zero is an error that says where.

-- ==
-- entry: quotient
-- input { 1u64 0u64 }
-- error: division_by_zero.*division by zero
-- input { 0u64 0u64 }
-- error: division by zero
entry quotient (x: u64) (y: u64) : u64 = x u64./ y

-- ==
-- entry: remainder
-- input { 1u64 0u64 }
-- error: division_by_zero.*division by zero
-- input { 0u64 0u64 }
-- error: division by zero
entry remainder (x: u64) (y: u64) : u64 = x u64.% y

-- ==
-- entry: truncated
-- input { 1u64 0u64 }
-- error: division_by_zero.*division by zero
-- input { 0u64 0u64 }
-- error: division by zero
entry truncated (x: u64) (y: u64) : u64 = x u64.// y

-- ==
-- entry: leftover
-- input { 1u64 0u64 }
-- error: division_by_zero.*division by zero
-- input { 0u64 0u64 }
-- error: division by zero
entry leftover (x: u64) (y: u64) : u64 = x u64.%% y

-- One of many.
-- ==
-- entry: in_lanes
-- input { [1u64, 2u64, 3u64] [1u64, 0u64, 2u64] }
-- error: division by zero
entry in_lanes [n] (xs: [n]u64) (ys: [n]u64) : [n]u64 = map2 (u64./) xs ys
