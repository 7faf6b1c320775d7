-- false comes before true.
-- ==
-- input { false true } output { [true, true, false, false, false, true] }
-- input { true true } output { [false, true, false, true, true, false] }
def main (a: bool) (b: bool) = [a < b, a <= b, a > b, a >= b, a == b, a != b]
