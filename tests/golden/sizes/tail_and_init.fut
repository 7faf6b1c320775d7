-- ==
-- input { [1, 2, 4, 8] } output { [1, 2, 4] }
def differences [n] (xs: [n]i32) : [n - 1]i32 = map2 (-) (tail xs) (init xs)
def main (xs: []i32) = differences xs
