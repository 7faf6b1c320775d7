-- ==
-- error: :3:27-.*Unexpected end of file
def main (x: i32) = (x + 1
