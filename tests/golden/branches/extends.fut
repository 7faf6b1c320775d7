-- ==
-- input { true } output { 1 }
-- input { false } output { 12 }
def main (c: bool) = if c then 1 else 2 + 10
