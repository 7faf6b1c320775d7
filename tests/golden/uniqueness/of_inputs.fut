-- Two arguments with one value are still two arrays.
-- ==
-- input { [1, 2] [1, 2] } output { [9, 2] [1, 2] }
def main (xs: *[]i32) (ys: []i32) = (xs with [0] = 9, ys)
