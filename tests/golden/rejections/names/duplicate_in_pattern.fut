-- ==
-- error: :3:29-.*"a"
def main (x: i32) = let (a, a) = (x, x) in a
