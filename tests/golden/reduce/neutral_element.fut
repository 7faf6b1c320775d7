-- What is no neutral element still starts the fold of a short array, once.
-- ==
-- input { empty([0]i32) } output { 100 }
-- input { [1, 2] } output { 103 }
def main (xs: []i32) = reduce (+) 100 xs
