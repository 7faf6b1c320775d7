-- ==
-- error: have incompatible uniqueness
def ap [n] (f: [n]i64 -> (*[n]i64, i64)) (x: [n]i64) = f x
def same [n] (x: [n]i64) : ([n]i64, i64) = (x, 1)
def main (xs: [2]i64) = ap same xs
