-- A function may consume what it made itself.
-- ==
-- input { [1, 2] } output { [[9, 1], [9, 2]] }
def main (xs: []i32) = map (\x -> let a = [x, x] in a with [0] = 9) xs
