-- ==
-- error: :3:15-.*is a module and cannot be used as a value
def main = 1.5i32
