-- Arrays without elements whose lengths multiply, or add up, to more than a number can tell.
-- ==
-- entry: flat
-- input { 4611686018427387904i64 } error: Cannot reshape
-- input { 4294967296i64 } error: Cannot reshape
-- input { 9223372036854775807i64 } error: Cannot reshape
-- input { 2147483648i64 } output { 4611686018427387904i64 }
-- ==
-- entry: flat_inside
-- input { 4611686018427387904i64 } error: Cannot reshape
-- input { 2147483648i64 } output { [4611686018427387904i64, 4611686018427387904i64] }
-- ==
-- entry: deep
-- input { 4294967296i64 } error: Cannot reshape
-- input { 0i64 } output { 0i64 }
-- ==
-- entry: long
-- input { 4611686018427387904i64 } error: Out of memory
-- input { 2147483648i64 } output { 8589934592i64 }
-- ==
-- entry: long_inside
-- input { 4611686018427387904i64 } error: Out of memory
-- input { 2147483648i64 } output { [8589934592i64, 8589934592i64] }

def rows (n: i64): [n][0]i32 = replicate n []

entry flat (n: i64) = length (flatten (replicate n (rows n)))
entry flat_inside (n: i64) =
  map (\i -> length (flatten (replicate n (replicate n (replicate i 1i32))))) [0, 0]
entry deep (n: i64) = length (unflatten (rows 0 :> [n * n][0]i32))
entry long (n: i64) = length (rows n ++ rows n ++ rows n ++ rows n)
entry long_inside (n: i64) =
  map (\i -> let xs = replicate n (replicate i 1i32)
             in length (xs ++ xs ++ xs ++ xs)) [0, 0]
