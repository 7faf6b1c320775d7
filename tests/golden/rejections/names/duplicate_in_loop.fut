-- ==
-- error: :3:30-.*"a"
def main (x: i32) = loop (a, a) = (x, x) for i < x do (a, a)
