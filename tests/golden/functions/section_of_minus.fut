-- (- x) is a negation, not a section.
-- ==
-- input { 4 } output { -4 -4 3 }
def main (x: i32) = ((-x), (- x), (\y -> y - 1) x)
