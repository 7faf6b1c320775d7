-- ==
-- error: may not depend on "f" itself
def f [l] (xs: [f l]i32) : i64 = l
def main = 1
