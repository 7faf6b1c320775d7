-- ==
-- input { true [1, 2, 3] } output { [0, 2, 3] }
-- input { false [1, 2, 3] } output { [1, 2, 3] }
def main (c: bool) (xs: *[]i32) = if c then xs with [0] = 0 else xs
