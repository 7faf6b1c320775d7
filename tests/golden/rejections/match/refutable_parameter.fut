-- ==
-- error: :3:8-.*Refutable pattern not allowed here
def f (true: bool) = 1
def main (x: i32) = f true
