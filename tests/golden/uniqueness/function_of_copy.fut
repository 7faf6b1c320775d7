-- ==
-- input { [[1, 2], [3, 4]] } output { [[0, 2], [0, 4]] [[1, 2], [3, 4]] }
def zero_first [n] (xs: *[n]i32) : *[n]i32 = xs with [0] = 0
def main (xss: [][2]i32) = (map (\xs -> zero_first (copy xs)) xss, xss)
