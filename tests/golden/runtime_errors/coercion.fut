-- ==
-- input { [1, 2] 3i64 } error: cannot match shape of type
-- input { [1, 2] 2i64 } output { [1, 2] }
-- input { [1, 2] -1i64 } error: cannot match shape of type
def main (xs: []i32) (n: i64) = xs :> [n]i32
