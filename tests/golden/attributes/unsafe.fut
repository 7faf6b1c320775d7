-- Without checks, what is in bounds is as before.
-- ==
-- input { [1, 2, 3] 1i64 } output { 2 [2, 3] }
def main (xs: []i32) (i: i64) = #[unsafe] (xs[i], xs[i:])
