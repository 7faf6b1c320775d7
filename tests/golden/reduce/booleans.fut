-- ==
-- input { [true, true] } output { true true }
-- input { [true, false] } output { false true }
-- input { empty([0]bool) } output { true false }
def main (xs: []bool) = (reduce (&&) true xs, reduce (||) false xs)
