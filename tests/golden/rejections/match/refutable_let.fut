-- What let binds cannot fail.
-- ==
-- error: :4:25-.*Refutable pattern not allowed here
def main (x: i32) = let 0 = x in x
