-- ==
-- input { true } output { false true }
def main (x: bool) = (not x, not (not x))
