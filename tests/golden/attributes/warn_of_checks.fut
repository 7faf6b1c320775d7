-- Checks in functions that are called count.
-- ==
-- input { [1, 2, 3] [0i64, 2i64] } output { [1, 3] }
-- warning: warn_of_checks.fut:6:36-40:.*Safety check required

def at [n] (xs: [n]i32) (i: i64) = xs[i]
def main (xs: []i32) (is: []i64) = #[warn(safety_checks)] map (at xs) is
