-- Nor may it come to do so: y is as long as the replicated array.
-- ==
-- error: The parameter "y" has the type\s+\[k\].*\s+which mentions "k", a part of a parameter
def main (k: i64, x: i32) y = zip y (replicate k x)
