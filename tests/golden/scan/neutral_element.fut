-- The fold starts with the neutral element, which shows when it is none.
-- ==
-- input { [1, 2] } output { [101, 103] }
def main (xs: []i32) = scan (+) 100 xs
