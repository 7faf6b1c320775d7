-- The size of the result depends on what was matched.
-- ==
-- input { 3i64 } output { [0i64, 1i64, 2i64] }
-- input { 0i64 } output { [7i64] }
def main (n: i64) =
  match n
  case 0 -> [7]
  case k -> iota k
