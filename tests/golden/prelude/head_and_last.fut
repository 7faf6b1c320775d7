-- ==
-- input { [5, 6, 7] } output { 5 7 [6, 7] [5, 6] }
-- input { [5] } output { 5 5 empty([0]i32) empty([0]i32) }
-- input { empty([0]i32) } error: out of bounds
def main (xs: []i32) = (head xs, last xs, tail xs, init xs)
