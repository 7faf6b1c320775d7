-- The function among the payloads holds what the other one is.
-- ==
-- error: Using result of applying "f"
def f (x: *[3]i64) = #c x (\i -> x[i]) : #c ([3]i64) (i64 -> i64)
def main (x: *[3]i64) = match f x case #c a g -> let b = a with [0] = 1 in (b, g 0)
