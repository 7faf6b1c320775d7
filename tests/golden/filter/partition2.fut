-- What both predicates accept goes with the first.
-- ==
-- input { [1, 2, 3, 4, 6] } output { [2, 4, 6] [3] [1] }
def main (xs: []i32) = partition2 (\x -> x % 2 == 0) (\x -> x % 3 == 0) xs
