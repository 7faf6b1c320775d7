-- Arrays are equal when their elements are; NaN is not equal to itself.
-- ==
-- input { [1.0, 2.0] [1.0, 2.0] } output { true false }
-- input { [1.0, 2.0] [1.0, 3.0] } output { false true }
-- input { [f64.nan] [f64.nan] } output { false true }
-- input { empty([0]f64) empty([0]f64) } output { true false }
def main [n] (xs: [n]f64) (ys: [n]f64) = (xs == ys, xs != ys)
