-- Both parts keep their order.
-- ==
-- input { [1, 2, 3, 4, 5] } output { [2, 4] [1, 3, 5] }
-- input { empty([0]i32) } output { empty([0]i32) empty([0]i32) }
-- input { [2] } output { [2] empty([0]i32) }
def main (xs: []i32) = partition (\x -> x % 2 == 0) xs
