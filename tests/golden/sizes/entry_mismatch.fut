-- Two arguments of one named size must agree when they come from outside.
-- ==
-- input { [1] [2] } output { 2 }
-- input { [1] [2, 3] } error: .
def main [n] (xs: [n]i32) (ys: [n]i32) = reduce (+) 0 (map2 (*) xs ys)
