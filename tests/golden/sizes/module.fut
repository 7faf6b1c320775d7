-- A module gives what its type says.
-- ==
-- error: Sizes.*do not match

module m : { val make : (n: i64) -> [n]i32 } = { def make n = replicate (n + 1) 0i32 }
