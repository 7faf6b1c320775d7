-- exscan leaves the last element out and begins with the neutral one.
-- ==
-- input { [1, 2, 3] } output { [0, 1, 3] }
-- input { [5] } output { [0] }
-- input { empty([0]i32) } output { empty([0]i32) }
def main (xs: []i32) = exscan (+) 0 xs
