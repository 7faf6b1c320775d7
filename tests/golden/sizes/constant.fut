-- A constant of all sizes has no unknown ones.
-- ==
-- error: size-polymorphic value binding

def some [n] = (iota n, filter (> 2) (iota n))
