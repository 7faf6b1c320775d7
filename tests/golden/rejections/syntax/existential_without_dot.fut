-- ==
-- error: :3:26-.*Unexpected token: .i32
def f (x: i32) : ?[k] [k]i32 = []
def main = 1
