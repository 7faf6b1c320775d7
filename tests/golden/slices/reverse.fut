-- Without start and end, a negative stride runs from the last element to the first.
-- ==
-- input { [1, 2, 3] } output { [3, 2, 1] }
-- input { empty([0]i32) } output { empty([0]i32) }
def main (xs: []i32) = xs[::-1]
