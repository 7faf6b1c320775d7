-- ==
-- error: as in i32.i64
def main (x: i64) = i32 x
