-- Each branch may consume: only one of them runs.
-- ==
-- input { true [1, 2] } output { [2, 2] }
-- input { false [1, 2] } output { [1, 1] }
def main (c: bool) (xs: *[]i32) = if c then xs with [0] = xs[1] else xs with [1] = xs[0]
