-- ==
-- error: :3:12-.*Literal 128
def main = 128 : i8
