-- ==
-- input { [1, 2] [3, 4] } output { [4, 6] }
def add [n] (xs: [n]i32) : [n]i32 -> [n]i32 = \ys -> map2 (+) xs ys
def main [n] (xs: [n]i32) (ys: [n]i32) : [n]i32 = add xs ys
