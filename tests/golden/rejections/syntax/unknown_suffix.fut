-- ==
-- error: :3:12-16:.*The suffix "u128" does not fit the literal "1"
def main = 1u128
