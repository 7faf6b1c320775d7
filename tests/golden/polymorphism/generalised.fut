-- A top-level function without annotations is as general as it can be.
-- ==
-- input { 1 } output { 1 true [2, 3] }
def fst (x, _) = x
def main (x: i32) = (fst (x, true), fst (true, x), fst ([2, 3], ()))
