-- ==
-- input { true [1, 2] [3, 4] } output { [1, 2] }
-- input { false [1, 2] [3, 4] } output { [3, 4] }
def main [n] (c: bool) (xs: [n]i32) (ys: [n]i32) : [n]i32 = if c then xs else ys
