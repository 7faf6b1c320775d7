-- The type of the literal comes from its use.
-- ==
-- error: :4:24-.*Literal
def main (x: u8) = x + 300
