-- Any signed integer type will do for an index.
-- ==
-- input { [5, 6, 7] 1i8 2i16 0i32 1i64 } output { [6, 7, 5, 6] }
def main (xs: []i32) (a: i8) (b: i16) (c: i32) (d: i64) = [xs[a], xs[b], xs[c], xs[d]]
