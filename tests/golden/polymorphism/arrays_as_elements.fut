-- A type parameter may stand for an array type.
-- ==
-- input { [[1, 2], [3, 4]] } output { [3, 4] 2i64 }
def last_of [n] 'a (xs: [n]a) : a = xs[n - 1]
def count [n] 'a (_: [n]a) = n
def main (xs: [][]i32) = (last_of xs, count xs)
