-- A divisor of zero is an error, whatever is divided, for each of the four operators on i32.

-- ==
-- entry: over
-- input { 5i32 0i32 } error: [Dd]ivision by zero
-- input { 0i32 0i32 } error: [Dd]ivision by zero
-- input { 2147483647i32 1i32 } output { 2147483647i32 }
entry over (x: i32) (y: i32) = x / y

-- ==
-- entry: modulo
-- input { 5i32 0i32 } error: [Dd]ivision by zero
-- input { 0i32 0i32 } error: [Dd]ivision by zero
-- input { 2147483647i32 1i32 } output { 0i32 }
entry modulo (x: i32) (y: i32) = x % y

-- ==
-- entry: quotient
-- input { 5i32 0i32 } error: [Dd]ivision by zero
-- input { 0i32 0i32 } error: [Dd]ivision by zero
-- input { 2147483647i32 1i32 } output { 2147483647i32 }
entry quotient (x: i32) (y: i32) = x // y

-- ==
-- entry: remainder
-- input { 5i32 0i32 } error: [Dd]ivision by zero
-- input { 0i32 0i32 } error: [Dd]ivision by zero
-- input { 2147483647i32 1i32 } output { 0i32 }
entry remainder (x: i32) (y: i32) = x %% y
