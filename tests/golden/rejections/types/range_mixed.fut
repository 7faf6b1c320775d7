-- ==
-- error: :3:42-.*End of range
def main (x: i32) (y: i64) = length (x...y)
