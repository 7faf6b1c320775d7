-- A parameter with a type needs parentheses.
-- ==
-- error: :4:18-.*Unexpected token: .:
def main x: i32 y: i32 = x + y
