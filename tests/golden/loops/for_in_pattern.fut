-- The element may be taken apart.
-- ==
-- input { [1, 2] [10, 20] } output { 50 }
def main [n] (xs: [n]i32) (ys: [n]i32) = loop s = 0 for (x, y) in zip xs ys do s + x * y
