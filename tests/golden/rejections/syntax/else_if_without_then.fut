-- ==
-- error: :3:51-.*Unexpected token: .else
def main (x: i32) = if x < 0 then 1 else if x > 0 else 2
