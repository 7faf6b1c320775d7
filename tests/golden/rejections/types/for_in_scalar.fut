-- ==
-- error: :3:41-.*Array that the loop is over
def main (x: i32) = loop s = 0 for y in x do s + y
