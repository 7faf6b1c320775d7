-- Rows as elements, added element by element.
-- ==
-- input { [[1, 2], [3, 4], [5, 6]] } output { [9, 12] }
-- input { empty([0][2]i32) } output { [0, 0] }
def main [m] (xs: [][m]i32) = reduce (map2 (+)) (replicate m 0) xs
