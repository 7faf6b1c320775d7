-- ==
-- error: Pattern does not[^$]*incompatible regarding consuming
def first (f: *[3]i64 -> i64) =
  match (f, 1i64)
  case (g: [3]i64 -> i64, n) -> g [n, n, n]
