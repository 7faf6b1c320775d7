-- Beside a function, in a record or a sum, an array may still be a value of its own; and what a
-- lambda gives is known there as well.
-- ==
-- entry: pair nested through lambda
-- input { [1i64, 2i64, 3i64] } output { [7i64, 2i64, 3i64] [1i64, 2i64, 3i64] }
-- ==
-- entry: field part payload
-- input { [1i64, 2i64, 3i64] } output { [9i64, 2i64, 3i64] [1i64, 2i64, 3i64] }
def both (x: [3]i64) = (copy x, \i -> i + 2i64)
entry pair (x: [3]i64) = let (a, h) = both x in (a with [0] = h 5, x)

def deep (x: [3]i64) = {a = {b = copy x}, h = \i -> i + 3i64}
entry nested (x: [3]i64) = let r = deep x in (r.a.b with [0] = r.h 4, x)

def again (x: [3]i64) = both x
entry through (x: [3]i64) = let r = again x in (r.0 with [0] = 7, x)

entry lambda (x: [3]i64) =
  let f = \(y: [3]i64) -> (copy y, \i -> i + 2i64)
  let (a, h) = f x
  in (a with [0] = h 5, x)

entry field (x: [3]i64) =
  let r = {f = \(y: [3]i64) -> copy y}
  in ((r.f x) with [0] = 9, x)

entry part (x: [3]i64) =
  let (f, n) = (\(y: [3]i64) -> copy y, 9i64)
  in ((f x) with [0] = n, x)

entry payload (x: [3]i64) =
  match (#f (\y -> copy y) : #f ([3]i64 -> [3]i64))
  case #f h -> ((h x) with [0] = 9, x)
