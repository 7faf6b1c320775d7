-- ==
-- error: :3:25-.*Unexpected token: .\*
def main (x: i32) = x + * x
