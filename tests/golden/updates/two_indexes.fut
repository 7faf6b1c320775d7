-- ==
-- input { [[1, 2], [3, 4]] } output { [[1, 2], [7, 4]] }
def main (xs: *[2][2]i32) = xs with [1, 0] = 7
