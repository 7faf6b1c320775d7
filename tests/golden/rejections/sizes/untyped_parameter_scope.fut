-- A parameter without a type comes before `n`: it cannot be a function of arrays of that size.
-- ==
-- error: Cannot apply "f" to "\(iota n\)"[^$]*scope violation[^$]*"n" is not in scope
def h f (n: i64) : i64 = f (iota n)
