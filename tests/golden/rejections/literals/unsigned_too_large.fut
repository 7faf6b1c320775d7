-- ==
-- error: :3:12-.*Literal
def main = 256 : u8
