-- ==
-- error: :3:43-.*"a"
def main (x: i32) = match (x, x) case (a, a) -> a
