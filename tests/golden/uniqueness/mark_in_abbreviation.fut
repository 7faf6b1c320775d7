-- What is called by a name that has a `*` in it may be used again.
-- ==
-- input { [3i64, 4i64] } output { 3i64 3i64 }
type t = *[2]i64
def first (x: t) = x[0]
def main (xs: [2]i64) = (first xs, first xs)
