-- ==
-- error: :3:13-16:.*Literal -129
def main = (-129 : i8)
