-- ==
-- error: :3:14-.*Literal -129
def main = (-129 : i8)
