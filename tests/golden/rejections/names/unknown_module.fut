-- ==
-- error: :3:21-.*"m"
def main (x: i32) = m.f x
