-- ==
-- error: :3:33-.*Unexpected end of file
def main (c: bool) = if c then 1
