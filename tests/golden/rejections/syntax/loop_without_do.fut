-- ==
-- error: :3:47-.*Unexpected end of file
def main (n: i32) = loop s = 0 for i < n s + i
