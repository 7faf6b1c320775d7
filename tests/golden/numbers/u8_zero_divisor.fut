-- A divisor of zero is an error, whatever is divided, for each of the four operators on u8.

-- ==
-- entry: over
-- input { 5u8 0u8 } error: [Dd]ivision by zero
-- input { 0u8 0u8 } error: [Dd]ivision by zero
-- input { 255u8 1u8 } output { 255u8 }
entry over (x: u8) (y: u8) = x / y

-- ==
-- entry: modulo
-- input { 5u8 0u8 } error: [Dd]ivision by zero
-- input { 0u8 0u8 } error: [Dd]ivision by zero
-- input { 255u8 1u8 } output { 0u8 }
entry modulo (x: u8) (y: u8) = x % y

-- ==
-- entry: quotient
-- input { 5u8 0u8 } error: [Dd]ivision by zero
-- input { 0u8 0u8 } error: [Dd]ivision by zero
-- input { 255u8 1u8 } output { 255u8 }
entry quotient (x: u8) (y: u8) = x // y

-- ==
-- entry: remainder
-- input { 5u8 0u8 } error: [Dd]ivision by zero
-- input { 0u8 0u8 } error: [Dd]ivision by zero
-- input { 255u8 1u8 } output { 0u8 }
entry remainder (x: u8) (y: u8) = x %% y
