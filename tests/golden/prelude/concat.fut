-- ==
-- input { [1] empty([0]i32) } output { [1] [1] [[1], [1]] }
-- input { empty([0]i32) [2, 3] } output { [2, 3] [2, 3] empty([2][0]i32) }
def main [n] (xs: [n]i32) (ys: []i32) = (xs ++ ys, concat xs ys, [xs] ++ [xs])
