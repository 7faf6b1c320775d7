-- ==
-- input { 2i64 [1, 2, 3] } error: cannot match shape of type
-- input { 3i64 [1, 2, 3] } output { [[1], [2], [3]] }
def main (n: i64) (xs: []i32) : [n][1]i32 = unflatten (xs :> [n * 1]i32)
