-- Two anonymous sizes of parameters may turn out to be one: arguments must then agree.
-- ==
-- input { [1, 2] [3, 4] } output { [4, 6] }
-- input { [1, 2] [3] } error: .
def main (xs: []i32) (ys: []i32) = map2 (+) xs ys
