-- ==
-- error: :3:25-.*Unexpected token: .loop
def main (x: i32) = let loop = x in loop
