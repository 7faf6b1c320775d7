-- ==
-- input { true } output { false true false }
def main (c: bool) = (!c, !(!c), !c && c)
