-- ==
-- error: :3:12-.*Literal
def main = 128i8
