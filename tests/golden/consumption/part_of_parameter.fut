-- Who consumes a part of an argument consumes the whole: any part of it may be the result.
-- ==
-- input { 3i64 } output { [4i64, 1i64, 2i64] }
def second (p: (*[3]i64, [3]i64)) = p.1
def use (f: (*[3]i64, [3]i64) -> *[3]i64) (n: i64) =
  (f (replicate 3 n, iota 3)) with [0] = n + 1
def main (n: i64) = use second n
