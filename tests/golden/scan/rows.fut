-- ==
-- input { [[1, 2], [3, 4], [5, 6]] } output { [[1, 2], [4, 6], [9, 12]] }
-- input { empty([0][2]i32) } output { empty([0][2]i32) }
def main [m] (xs: [][m]i32) = scan (map2 (+)) (replicate m 0) xs
