-- 3 and 3i64 are one size.
-- ==
-- input { } output { [0i64, 1i64, 2i64] }
def f (xs: [3i64]i64) : [3]i64 = xs
def main = f (iota 3)
