-- ==
-- error: :3:12-.*Literal
def main = 18446744073709551616 : u64
