-- ==
-- error: :3:39-.*Cannot apply function to
def main (x: i32) = (\(y: bool) -> y) x
