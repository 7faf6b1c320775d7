-- The size of a result cannot be computed by the function itself.
-- ==
-- error: may not depend on "f" itself
def f (n: i64) : [f n]i32 = []
def main = f 1
