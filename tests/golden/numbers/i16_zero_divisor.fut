-- A divisor of zero is an error, whatever is divided, for each of the four operators on i16.

-- ==
-- entry: over
-- input { 5i16 0i16 } error: [Dd]ivision by zero
-- input { 0i16 0i16 } error: [Dd]ivision by zero
-- input { 32767i16 1i16 } output { 32767i16 }
entry over (x: i16) (y: i16) = x / y

-- ==
-- entry: modulo
-- input { 5i16 0i16 } error: [Dd]ivision by zero
-- input { 0i16 0i16 } error: [Dd]ivision by zero
-- input { 32767i16 1i16 } output { 0i16 }
entry modulo (x: i16) (y: i16) = x % y

-- ==
-- entry: quotient
-- input { 5i16 0i16 } error: [Dd]ivision by zero
-- input { 0i16 0i16 } error: [Dd]ivision by zero
-- input { 32767i16 1i16 } output { 32767i16 }
entry quotient (x: i16) (y: i16) = x // y

-- ==
-- entry: remainder
-- input { 5i16 0i16 } error: [Dd]ivision by zero
-- input { 0i16 0i16 } error: [Dd]ivision by zero
-- input { 32767i16 1i16 } output { 0i16 }
entry remainder (x: i16) (y: i16) = x %% y
