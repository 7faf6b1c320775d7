-- The minus is part of what is out of bounds.
-- ==
-- error: :4:17-21:.*Literal -129 out
def main : i8 = - 129
