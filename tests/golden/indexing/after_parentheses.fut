-- What stands in parentheses may be indexed, if no space intervenes.
-- ==
-- input { [1, 2, 3] } output { 4 3 [2, 3] }
def main (xs: []i32) = ((map (+ 1) xs)[2], (id xs)[2], ([xs[0:2], xs[1:3] :> [2]i32])[1])
