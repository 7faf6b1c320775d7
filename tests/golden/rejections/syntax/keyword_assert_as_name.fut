-- ==
-- error: :3:5-.*Unexpected token: .assert
def assert (x: i32) = x
