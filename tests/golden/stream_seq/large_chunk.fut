-- A chunk larger than the array is the array.
-- ==
-- input { [1, 2, 3] } output { 1 }
def main (xs: []i32) = (#[chunk(100)] stream_seq (\c k (ys: [c]i32) -> (k + 1, ys)) 0 xs).0
