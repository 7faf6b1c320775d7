-- ==
-- error: :3:21-.*c
def main (x: i32) = {a = x, b = x}.c
