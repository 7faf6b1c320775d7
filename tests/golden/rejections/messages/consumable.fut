-- ==
-- error: Hint: a copy may be consumed
def main (xs: []i32) = xs with [0] = 1
