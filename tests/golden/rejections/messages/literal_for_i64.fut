-- A literal that another type would hold.
-- ==
-- error: Hint: an i64 holds it: 3000000000i64
def main : i32 = 3000000000
