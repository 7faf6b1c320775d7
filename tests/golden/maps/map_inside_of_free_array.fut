-- ==
-- input { [1, 2, 3] [10, 20] } output { [[11, 21], [12, 22], [13, 23]] }
def main (xs: []i32) (ys: []i32) = map (\x -> map (\y -> x + y) ys) xs
