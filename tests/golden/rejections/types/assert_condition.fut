-- ==
-- error: :3:28-.*Asserted expression
def main (x: i32) = assert x x
