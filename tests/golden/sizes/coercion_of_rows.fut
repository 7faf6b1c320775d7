-- ==
-- input { [[1, 2], [3, 4]] 2i64 } output { [[1, 2], [3, 4]] }
-- input { [[1, 2], [3, 4]] 3i64 } error: cannot match shape of type
-- input { empty([0][2]i32) 3i64 } error: cannot match shape of type
def main (xs: [][]i32) (m: i64) = xs :> [][m]i32
