-- With a negative stride the start defaults to the last index, the end to -1 (before the first).
-- ==
-- input { [0, 1, 2, 3, 4] 1i64 } output { [4, 3, 2] [1, 0] [4, 2, 0] [3, 1] }
def main (xs: []i32) (i: i64) = (xs[:i:-1], xs[i::-1], xs[::-2], xs[3::-2])
