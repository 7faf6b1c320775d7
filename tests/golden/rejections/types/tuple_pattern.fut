-- ==
-- error: :3:25-.*Pattern
def main (x: i32) = let (a, b, c) = (x, x) in a
