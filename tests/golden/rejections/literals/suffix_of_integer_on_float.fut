-- ==
-- error: :3:12-17:.*The suffix "i32" does not fit the literal "1.5"
def main = 1.5i32
