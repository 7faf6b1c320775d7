-- ==
-- error: :3:14-14:.*A tab may not stand in a string.*It is written
def main = "a	b"
