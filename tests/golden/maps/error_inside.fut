-- The error of an iteration is that of the program.
-- ==
-- input { [1, 2] } output { [12, 6] }
-- input { [1, 0] } error: [Dd]ivision by zero
def main (xs: []i32) = map (12 /) xs
