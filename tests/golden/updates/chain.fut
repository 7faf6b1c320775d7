-- `with` is left associative: one after the other.
-- ==
-- input { [0, 0, 0] } output { [1, 5, 3] }
def main (xs: *[3]i32) = xs with [0] = 1 with [1] = 2 with [2] = 3 with [1] = 5
