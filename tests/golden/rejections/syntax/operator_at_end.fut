-- ==
-- error: :3:24-.*Unexpected end of file
def main (x: i32) = x +
