-- What begins with an underscore may not be used.
-- ==
-- error: :4:22-.*_x
def main (_x: i32) = _x
