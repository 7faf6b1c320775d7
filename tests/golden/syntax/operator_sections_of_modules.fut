-- ==
-- input { [1, 5] } output { [4, 8] 6 }
def main (xs: []i32) = (map (i32.+ 3) xs, reduce (i32.+) 0 xs)
