-- A divisor of zero is an error, whatever is divided, for each of the four operators on u16.

-- ==
-- entry: over
-- input { 5u16 0u16 } error: [Dd]ivision by zero
-- input { 0u16 0u16 } error: [Dd]ivision by zero
-- input { 65535u16 1u16 } output { 65535u16 }
entry over (x: u16) (y: u16) = x / y

-- ==
-- entry: modulo
-- input { 5u16 0u16 } error: [Dd]ivision by zero
-- input { 0u16 0u16 } error: [Dd]ivision by zero
-- input { 65535u16 1u16 } output { 0u16 }
entry modulo (x: u16) (y: u16) = x % y

-- ==
-- entry: quotient
-- input { 5u16 0u16 } error: [Dd]ivision by zero
-- input { 0u16 0u16 } error: [Dd]ivision by zero
-- input { 65535u16 1u16 } output { 65535u16 }
entry quotient (x: u16) (y: u16) = x // y

-- ==
-- entry: remainder
-- input { 5u16 0u16 } error: [Dd]ivision by zero
-- input { 0u16 0u16 } error: [Dd]ivision by zero
-- input { 65535u16 1u16 } output { 0u16 }
entry remainder (x: u16) (y: u16) = x %% y
