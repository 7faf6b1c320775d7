-- The parameter of the function may take the element apart.
-- ==
-- input { [1, 2, 3] } output { [2, 6, 12] }
def main (xs: []i32) = map (\(a, (b, _)) -> a * b) (map (\x -> (x, (x + 1, x))) xs)
