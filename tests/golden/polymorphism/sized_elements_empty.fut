-- The element size is known even where there are no elements.
-- ==
-- input { empty([0][2]i32) } output { empty([0][2]i32) empty([2][0]i32) }
def pass [n] 'a (xs: [n]a) : [n]a = map id xs
def main (xs: [][]i32) = (pass xs, transpose (pass xs))
