-- Nothing else is known, so it is i32, and too large for that.
-- ==
-- error: :4:12-.*Literal
def main = 2147483648
