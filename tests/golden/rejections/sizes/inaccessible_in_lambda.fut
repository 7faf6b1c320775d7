-- It is the same with lambdas, and where one is the result.
-- ==
-- error: The parameter "y" .*\s+\[k\]i32\s+which mentions "k"
def pair (z: i32) = \(k: i64, x: i32) (y: [k]i32) -> (x + z, y)
