-- A negative stride writes from the back.
-- ==
-- input { [0, 0, 0] } output { [3, 2, 1] }
def main (xs: *[3]i32) = xs with [::-1] = [1, 2, 3]
