-- A slice that is written to has the size of what is written; that is known when the program runs.
-- ==
-- input { [1, 2] } output { [1, 2, 0, 0] }
-- input { [1, 2, 3] } error: .
-- input { [1] } error: .
-- input { empty([0]i32) } error: .
def main [n] (xs: [n]i32) = replicate 4 0 with [0:2] = xs
