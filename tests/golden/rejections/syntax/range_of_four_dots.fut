-- ==
-- error: :3:16-.*Unexpected token
def main = 1....3
