-- ==
-- input { [1, 2, 3] 3i64 } output { [1, 2, 3] }
-- input { [1, 2, 3] 2i64 } error: cannot match shape of type
-- input { empty([0]i32) 0i64 } output { empty([0]i32) }
def main (xs: []i32) (n: i64) = xs :> [n]i32
