-- The else belongs to the nearest if, and the last branch extends to the right.
-- ==
-- input { true } output { 11 }
-- input { false } output { 12 }
def main (c: bool) = (if c then 1 else 2 + 0) + 10
