-- ==
-- error: Cannot apply "on" to this function[^$]*incompatible regarding consuming
def on (f: [3]i64 -> i64) = f [1, 2, 3]
def first (f: *[3]i64 -> i64) = on (f :> ([3]i64 -> i64))
