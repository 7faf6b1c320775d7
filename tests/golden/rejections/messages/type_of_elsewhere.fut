-- ==
-- error: integers are
def main (x: int) = x
