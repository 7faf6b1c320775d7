-- ==
-- error: :3:25-.*Unknown name
def main (x: i32) = x + y
