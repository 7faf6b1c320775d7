-- A divisor of zero is an error, whatever is divided, for each of the four operators on i8.

-- ==
-- entry: over
-- input { 5i8 0i8 } error: [Dd]ivision by zero
-- input { 0i8 0i8 } error: [Dd]ivision by zero
-- input { 127i8 1i8 } output { 127i8 }
entry over (x: i8) (y: i8) = x / y

-- ==
-- entry: modulo
-- input { 5i8 0i8 } error: [Dd]ivision by zero
-- input { 0i8 0i8 } error: [Dd]ivision by zero
-- input { 127i8 1i8 } output { 0i8 }
entry modulo (x: i8) (y: i8) = x % y

-- ==
-- entry: quotient
-- input { 5i8 0i8 } error: [Dd]ivision by zero
-- input { 0i8 0i8 } error: [Dd]ivision by zero
-- input { 127i8 1i8 } output { 127i8 }
entry quotient (x: i8) (y: i8) = x // y

-- ==
-- entry: remainder
-- input { 5i8 0i8 } error: [Dd]ivision by zero
-- input { 0i8 0i8 } error: [Dd]ivision by zero
-- input { 127i8 1i8 } output { 0i8 }
entry remainder (x: i8) (y: i8) = x %% y
