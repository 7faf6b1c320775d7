-- ==
-- error: :3:20-.*"x"
def main (x: i32) (x: i32) = x
