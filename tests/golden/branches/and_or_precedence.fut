-- && binds tighter than ||, both looser than comparisons.
-- ==
-- input { true false false } output { true true }
-- input { false true false } output { false true }
def main (a: bool) (b: bool) (c: bool) = (a || b && c, a || 1 < 2 && !c)
