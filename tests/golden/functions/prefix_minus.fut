-- Prefix operators bind tighter than any infix one, even the power, and modulo.
-- ==
-- input { 2 } output { 4 1 -1 -4 }
def main (x: i32) = (-x ** 2, -5 % 3 , -x + 1, -(x ** 2))
