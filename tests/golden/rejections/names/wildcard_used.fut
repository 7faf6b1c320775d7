-- ==
-- error: :3:34-.*Unexpected token
def main (x: i32) = let _ = x in _
