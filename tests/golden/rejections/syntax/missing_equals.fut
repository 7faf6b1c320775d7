-- ==
-- error: :3:20-.*Unexpected end of file
def main (x: i32) x
