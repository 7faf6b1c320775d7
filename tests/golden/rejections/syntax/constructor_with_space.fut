-- ==
-- error: :3:12-.*Unexpected character
def main = # foo
