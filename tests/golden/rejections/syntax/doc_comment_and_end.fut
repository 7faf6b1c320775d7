-- Nothing but declarations: a file may not end within one.
-- ==
-- error: :6:4-.*Unexpected end of file
def main = 1
-- | The next one.
def
