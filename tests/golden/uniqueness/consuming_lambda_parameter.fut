-- ==
-- input { [1, 2] } output { [9, 2] }
def main (xs: *[2]i32) = (\(a: *[2]i32) -> a with [0] = 9) xs
