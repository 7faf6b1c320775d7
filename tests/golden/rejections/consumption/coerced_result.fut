-- ==
-- error: size coercion[^$]*incompatible uniqueness
def copied (f: *[3]i64 -> *[3]i64) = (f :> ([3]i64 -> [3]i64)) [1, 2, 3]
