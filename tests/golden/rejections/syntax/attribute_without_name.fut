-- ==
-- error: :3:14-.*Unexpected token: .\]
def main = #[] 1
