-- ==
-- input { true [1, 2] } output { [7, 2] }
-- input { false [1, 2] } output { [1, 8] }
def set [n] (xs: *[n]i32) (i: i64) (v: i32) : *[n]i32 = xs with [i] = v
def main (c: bool) (xs: *[2]i32) = if c then set xs 0 7 else set xs 1 8
