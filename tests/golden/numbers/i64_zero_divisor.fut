-- A divisor of zero is an error, whatever is divided, for each of the four operators on i64.

-- ==
-- entry: over
-- input { 5i64 0i64 } error: [Dd]ivision by zero
-- input { 0i64 0i64 } error: [Dd]ivision by zero
-- input { 9223372036854775807i64 1i64 } output { 9223372036854775807i64 }
entry over (x: i64) (y: i64) = x / y

-- ==
-- entry: modulo
-- input { 5i64 0i64 } error: [Dd]ivision by zero
-- input { 0i64 0i64 } error: [Dd]ivision by zero
-- input { 9223372036854775807i64 1i64 } output { 0i64 }
entry modulo (x: i64) (y: i64) = x % y

-- ==
-- entry: quotient
-- input { 5i64 0i64 } error: [Dd]ivision by zero
-- input { 0i64 0i64 } error: [Dd]ivision by zero
-- input { 9223372036854775807i64 1i64 } output { 9223372036854775807i64 }
entry quotient (x: i64) (y: i64) = x // y

-- ==
-- entry: remainder
-- input { 5i64 0i64 } error: [Dd]ivision by zero
-- input { 0i64 0i64 } error: [Dd]ivision by zero
-- input { 9223372036854775807i64 1i64 } output { 0i64 }
entry remainder (x: i64) (y: i64) = x %% y
