-- ==
-- error: :3:22-.*Unexpected token: .,
def main (x: i32) = x, x
