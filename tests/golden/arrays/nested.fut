-- Rows of an array literal may be variables.
-- ==
-- input { [1, 2] [3, 4] } output { [[1, 2], [3, 4], [1, 2]] }
def main [n] (a: [n]i32) (b: [n]i32) = [a, b, a]
