-- ==
-- error: :3:12-.*Attempt to access field
def main = 0x1.8
