-- A divisor of zero is an error, whatever is divided, for each of the four operators on u64.

-- ==
-- entry: over
-- input { 5u64 0u64 } error: [Dd]ivision by zero
-- input { 0u64 0u64 } error: [Dd]ivision by zero
-- input { 18446744073709551615u64 1u64 } output { 18446744073709551615u64 }
entry over (x: u64) (y: u64) = x / y

-- ==
-- entry: modulo
-- input { 5u64 0u64 } error: [Dd]ivision by zero
-- input { 0u64 0u64 } error: [Dd]ivision by zero
-- input { 18446744073709551615u64 1u64 } output { 0u64 }
entry modulo (x: u64) (y: u64) = x % y

-- ==
-- entry: quotient
-- input { 5u64 0u64 } error: [Dd]ivision by zero
-- input { 0u64 0u64 } error: [Dd]ivision by zero
-- input { 18446744073709551615u64 1u64 } output { 18446744073709551615u64 }
entry quotient (x: u64) (y: u64) = x // y

-- ==
-- entry: remainder
-- input { 5u64 0u64 } error: [Dd]ivision by zero
-- input { 0u64 0u64 } error: [Dd]ivision by zero
-- input { 18446744073709551615u64 1u64 } output { 0u64 }
entry remainder (x: u64) (y: u64) = x %% y
