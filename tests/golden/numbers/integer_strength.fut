-- Multiplying and dividing by powers of two: floors, not shifts towards zero.
-- ==
-- input { [-7, 7, -8, 8, -1] } output { [-4, 3, -4, 4, -1] [1, 1, 0, 0, 1] [-3, 3, -4, 4, 0] [-1, 1, 0, 0, -1] [-28, 28, -32, 32, -4] }
def main (xs: []i32) = (map (/ 2) xs, map (% 2) xs, map (// 2) xs, map (%% 2) xs, map (* 4) xs)
