-- It is the same with local functions.
-- ==
-- error: The parameter "y" .*\s+\[k\]i32\s+which mentions "k"
def main (n: i64) = let f (k: i64, x: i32) (y: [k]i32) = (x, y) in n
