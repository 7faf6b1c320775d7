-- ==
-- error: type ascription[^$]*incompatible uniqueness
def swap (f: ([3]i64, [3]i64) -> ([3]i64, [3]i64)) =
  (f: (*[3]i64, *[3]i64) -> (*[3]i64, *[3]i64)) ([1, 2, 3], [4, 5, 6])
