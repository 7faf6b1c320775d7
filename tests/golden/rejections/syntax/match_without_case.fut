-- ==
-- error: :3:28-.*Unexpected end of file
def main (x: i32) = match x
