-- ==
-- error: :3:14-.*Unexpected end of file
def main = \x
