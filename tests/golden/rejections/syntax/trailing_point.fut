-- ==
-- error: :3:15-.*Unexpected token: .\+
def main = 1. + 2.
