-- ==
-- error: :3:21-.*Unexpected token: .case
def main (x: i32) = case 1 -> x
