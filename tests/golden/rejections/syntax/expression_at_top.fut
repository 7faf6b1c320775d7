-- ==
-- error: :3:1-.*Unexpected token
1 + 2
def main = 1
