-- ==
-- error: :3:21-.*Attempt to access field
def main (x: i32) = (x, x).2
