-- A literal index is not bound to be i64.
-- ==
-- input { [5, 6, 7] } output { 5 7 }
def main (xs: []i32) = (xs[0], xs[1 + 1])
