-- ==
-- error: :3:13-.*Unexpected token: .,
def main = (,)
