-- = is no operator.
-- ==
-- error: :4:23-.*Unexpected token: .=
def main (x: i32) = x = x
