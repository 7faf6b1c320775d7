-- A branch that is not taken raises no error, whatever the neighbours do.
-- ==
-- input { [0, 1, 2, 0] } output { [-1, 12, 6, -1] }
def main (xs: []i32) = map (\x -> if x == 0 then -1 else 12 / x) xs
