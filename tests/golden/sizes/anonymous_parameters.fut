-- Every [] in a parameter is a size of its own.
-- ==
-- input { [1, 2] [3] } output { 3i64 }
def total (xs: []i32) (ys: []i32) = length xs + length ys
def main (xs: []i32) (ys: []i32) = total xs ys
