-- ==
-- error: :3:14-.*Unexpected character
def main = 1 @ 2
