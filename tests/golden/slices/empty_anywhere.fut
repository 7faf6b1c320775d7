-- An empty slice touches nothing, so it is never out of bounds.
-- ==
-- input { [1, 2, 3] 7i64 } output { empty([0]i32) }
-- input { [1, 2, 3] -7i64 } output { empty([0]i32) }
def main (xs: []i32) (i: i64) = xs[i:i]
