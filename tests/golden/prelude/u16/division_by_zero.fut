-- Division of u16 by zero is an error that says where.

-- ==
-- entry: quotient
-- input { 1u16 0u16 }
-- error: division_by_zero.*division by zero
-- input { 0u16 0u16 }
-- error: division by zero
entry quotient (x: u16) (y: u16) : u16 = x u16./ y

-- ==
-- entry: remainder
-- input { 1u16 0u16 }
-- error: division_by_zero.*division by zero
-- input { 0u16 0u16 }
-- error: division by zero
entry remainder (x: u16) (y: u16) : u16 = x u16.% y

-- ==
-- entry: truncated
-- input { 1u16 0u16 }
-- error: division_by_zero.*division by zero
-- input { 0u16 0u16 }
-- error: division by zero
entry truncated (x: u16) (y: u16) : u16 = x u16.// y

-- ==
-- entry: leftover
-- input { 1u16 0u16 }
-- error: division_by_zero.*division by zero
-- input { 0u16 0u16 }
-- error: division by zero
entry leftover (x: u16) (y: u16) : u16 = x u16.%% y

-- One of many.
-- ==
-- entry: in_lanes
-- input { [1u16, 2u16, 3u16] [1u16, 0u16, 2u16] }
-- error: division by zero
entry in_lanes [n] (xs: [n]u16) (ys: [n]u16) : [n]u16 = map2 (u16./) xs ys
