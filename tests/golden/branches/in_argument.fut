-- ==
-- input { true } output { 3 }
-- input { false } output { -1 }
def main (c: bool) = (if c then 1 else -3) + 2
