-- ==
-- error: :3:29-.*"a"
def main (x: i32) = {a = x, a = x}.a
