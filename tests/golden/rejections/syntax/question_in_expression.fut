-- ==
-- error: :3:12-.*Unexpected token: .\?
def main = ?
