-- ==
-- error: :3:14-.*Unexpected token: .val
module m = { val x : i32 }
def main = 1
