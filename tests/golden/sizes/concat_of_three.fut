-- Sizes of sums are grouped as their operators are.
-- ==
-- input { [1] [2, 3] [4] } output { [1, 2, 3, 4] }
def main [a] [b] [c] (xs: [a]i32) (ys: [b]i32) (zs: [c]i32) : [a + b + c]i32 = xs ++ ys ++ zs
