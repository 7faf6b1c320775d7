-- ==
-- error: :3:36-.*Unexpected end of file
def main (xs: *[]i32) = xs with [0]
