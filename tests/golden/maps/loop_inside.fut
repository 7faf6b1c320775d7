-- Loops of different lengths in every iteration.
-- ==
-- input { [0, 1, 5, 3] } output { [1, 1, 120, 6] }
def main (xs: []i32) = map (\x -> loop p = 1 for i < x do p * (i + 1)) xs
