-- ==
-- error: Function body does not[^$]*incompatible uniqueness
def make (n: i64) : (i64 -> *[2]i64) =
  let pair x = [x, n]
  in pair
