-- ==
-- error: :3:32-.*Unexpected token: .do
def main (n: i32) = loop s = 0 do s + 1
