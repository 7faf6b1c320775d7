-- && and || shield their right-hand sides in every iteration.
-- ==
-- input { [0, 5, 1] } output { [false, true, false] [true, true, false] }
def main (xs: []i32) = (map (\x -> x != 0 && 10 / x == 2) xs, map (\x -> x == 0 || 10 / x < 5) xs)
