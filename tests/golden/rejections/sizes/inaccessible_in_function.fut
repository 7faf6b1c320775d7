-- Nor in a function that a parameter is.
-- ==
-- error: \[k\]i32 -> i32\s+which mentions "k"
def main {k: i64, x: i32} (f: [k]i32 -> i32) = f (replicate k x)
