-- A constant size of an entry's parameter is checked.
-- ==
-- input { [1, 2, 3] } output { 6 }
-- input { [1, 2] } error: .
def main (xs: [3]i32) = reduce (+) 0 xs
