-- ==
-- error: :3:25-.*is a module and cannot be used as a value
def main (x: i32) = x + i32
