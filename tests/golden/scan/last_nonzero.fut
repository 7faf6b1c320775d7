-- Fills zeros with what stands before them.
-- ==
-- input { [0, 5, 0, 0, 7, 0] } output { [0, 5, 5, 5, 7, 7] }
def main (xs: []i32) = scan (\a b -> if b == 0 then a else b) 0 xs
