-- ==
-- input { [1, 2, 3] } output { 12 }
-- warning: ^$

def main (xs: []i32) = #[warn(safety_checks)] i32.sum (map (* 2) xs)
