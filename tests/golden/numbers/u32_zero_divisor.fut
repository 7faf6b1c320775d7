-- A divisor of zero is an error, whatever is divided, for each of the four operators on u32.

-- ==
-- entry: over
-- input { 5u32 0u32 } error: [Dd]ivision by zero
-- input { 0u32 0u32 } error: [Dd]ivision by zero
-- input { 4294967295u32 1u32 } output { 4294967295u32 }
entry over (x: u32) (y: u32) = x / y

-- ==
-- entry: modulo
-- input { 5u32 0u32 } error: [Dd]ivision by zero
-- input { 0u32 0u32 } error: [Dd]ivision by zero
-- input { 4294967295u32 1u32 } output { 0u32 }
entry modulo (x: u32) (y: u32) = x % y

-- ==
-- entry: quotient
-- input { 5u32 0u32 } error: [Dd]ivision by zero
-- input { 0u32 0u32 } error: [Dd]ivision by zero
-- input { 4294967295u32 1u32 } output { 4294967295u32 }
entry quotient (x: u32) (y: u32) = x // y

-- ==
-- entry: remainder
-- input { 5u32 0u32 } error: [Dd]ivision by zero
-- input { 0u32 0u32 } error: [Dd]ivision by zero
-- input { 4294967295u32 1u32 } output { 0u32 }
entry remainder (x: u32) (y: u32) = x %% y
