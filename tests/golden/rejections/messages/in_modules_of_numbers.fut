-- ==
-- error: as in f64.max or i64.max
def main (xs: []i32) = reduce max 0 xs
