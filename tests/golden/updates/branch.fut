-- ==
-- input { true [1, 2] } output { [9, 2] }
-- input { false [1, 2] } output { [1, 9] }
def main (c: bool) (xs: *[2]i32) = if c then xs with [0] = 9 else xs with [1] = 9
