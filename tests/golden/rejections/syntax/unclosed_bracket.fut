-- ==
-- error: :3:17-.*Unexpected end of file
def main = [1, 2
