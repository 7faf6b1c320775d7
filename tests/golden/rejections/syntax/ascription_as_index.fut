-- ==
-- error: :3:40-.*is a module and cannot be used as a value
def main (xs: []i32) (i: i64) = xs[i : i64]
