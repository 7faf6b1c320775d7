-- ==
-- input { 1 } output { [2, 2] [1, 1] }
-- input { 2 } output { [1, 1] [2, 2] }
def main (n: i32) = loop (a, b) = ([1, 1], [2, 2]) for _i < n do (b, a)
