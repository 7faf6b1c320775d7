-- Iterations that go different ways.
-- ==
-- input { [-2, -1, 0, 1, 2] } output { [-20, -10, 100, 1, 4] }
def main (xs: []i32) = map (\x -> if x < 0 then x * 10 else if x == 0 then 100 else x * x) xs
