-- ==
-- error: :3:21-.*Unknown name
def main (x: i32) = i32.nothing x
