-- ==
-- error: :3:13-.*Literal -
def main = -129i8
