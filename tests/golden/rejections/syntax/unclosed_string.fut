-- ==
-- error: :3:12-.*Unclosed string literal
def main = "abc
