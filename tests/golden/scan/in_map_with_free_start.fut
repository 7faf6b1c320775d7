-- ==
-- input { [10, 20] [1, 2] } output { [[11, 13], [21, 23]] }
def main (starts: []i32) (xs: []i32) = map (\s -> map (+ s) (scan (+) 0 xs)) starts
