-- A type written around a pattern counts for the functions in its parts.
-- ==
-- error: Pattern does not[^$]*incompatible uniqueness
def row (f: i64 -> [3]i64) =
  let (g, n): ((i64 -> *[3]i64), i64) = (f, 1)
  in g n
