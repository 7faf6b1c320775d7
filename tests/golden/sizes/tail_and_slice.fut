-- ==
-- input { [1, 2, 4] } output { [3, 6] }
def main [n] (xs: [n]i32) = map2 (+) (tail xs) (init xs)
