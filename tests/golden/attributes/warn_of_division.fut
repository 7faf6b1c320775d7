-- ==
-- input { 7 2 } output { 3 }
-- input { 7 0 } error: zero
-- warning: warn_of_division.fut:6:58-64:.*Safety check required

def main (x: i32) (y: i32) = #[warn(safety_checks)] (x + (x / y) - x)
