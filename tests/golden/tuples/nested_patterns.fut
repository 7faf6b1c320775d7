-- ==
-- input { 1 2 3 } output { 6 }
def f ((a, (b, _)), c) = a + b + c
def main (a: i32) (b: i32) (c: i32) = f ((a, (b, true)), c)
