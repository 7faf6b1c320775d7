-- Booleans become 0 and 1; what is not zero becomes true.
-- ==
-- input { [true, false, true] } output { 2 [true, false, true] [1.0, 0.0, 1.0] }
def main (xs: []bool) =
  (i32.sum (map i32.bool xs), map (\x -> bool.i32 (3 * i32.bool x)) xs, map f64.bool xs)
