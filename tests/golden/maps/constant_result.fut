-- A map that does not look at its elements.
-- ==
-- input { [9, 9, 9] } output { [1, 1, 1] [[2, 3], [2, 3], [2, 3]] }
-- input { empty([0]i32) } output { empty([0]i32) empty([0][2]i32) }
def main (xs: []i32) = (map (const 1) xs, map (\_ -> [2, 3]) xs)
