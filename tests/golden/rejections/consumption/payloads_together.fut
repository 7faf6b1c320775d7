-- Two arrays among the payloads are not told apart.
-- ==
-- error: aliased to some other component
def f (v: *(#c ([2]i64) ([2]i64))) : (*[2]i64, *[2]i64) = match v case #c x y -> (x, y)
