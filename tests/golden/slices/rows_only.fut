-- A slice of the first dimension keeps the rows whole.
-- ==
-- input { [[1, 2], [3, 4], [5, 6]] } output { [[3, 4], [5, 6]] }
def main (xs: [][2]i32) = xs[1:]
