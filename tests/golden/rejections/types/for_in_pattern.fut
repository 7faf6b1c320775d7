-- ==
-- error: :3:39-.*Pattern
def main (xs: []i32) = loop s = 0 for (x, y) in xs do s + x + y
