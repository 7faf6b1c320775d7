-- ==
-- input { [[1, 2]] [[3]] } error: cannot match shape of type
-- input { [[1, 2]] [[3, 4]] } output { [[1, 2], [3, 4]] }
def main [n] [m] (xs: [][n]i32) (ys: [][m]i32) = xs ++ (ys :> [][n]i32)
