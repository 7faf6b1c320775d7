-- Composite numbers have a divisor that is at most their root: marked by one scatter.
-- ==
-- input { 50i64 } output { [2i64, 3i64, 5i64, 7i64, 11i64, 13i64, 17i64, 19i64, 23i64, 29i64, 31i64, 37i64, 41i64, 43i64, 47i64] }
-- input { 1i64 } output { empty([0]i64) }
def main (n: i64) =
  let root = i64.f64 (f64.sqrt (f64.i64 n))
  let (_, _, _, multiples) = flatmap' (\p -> map (* p) (2...i64.max 2 (n / p))) (2...i64.max 2 root)
  let marks = scatter (replicate (n + 1) true) multiples (map (const false) multiples)
  in filter (\i -> i >= 2 && marks[i]) (iota (n + 1))
