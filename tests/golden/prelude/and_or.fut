-- ==
-- input { [true, false] } output { false true }
-- input { empty([0]bool) } output { true false }
def main (xs: []bool) = (and xs, or xs)
