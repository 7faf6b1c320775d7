-- ==
-- error: :3:14-.*Unexpected token
module add (n) = { def f (x: i32) = x + n.k }
def main = 1
