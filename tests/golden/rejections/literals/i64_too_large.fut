-- ==
-- error: :3:12-.*Literal
def main = 9223372036854775808 : i64
