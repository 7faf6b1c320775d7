-- ==
-- input { true false } output { false true -2 }
def main (a: bool) (b: bool) = (!a && b, !(a && b), !1 & -2)
