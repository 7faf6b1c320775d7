-- ==
-- input { 1 2 } output { 10 }
def f ((a: i32, b): (i32, i32)) ({c, d = (e, _): (i32, bool)}) = a + b + c + e
def main (x: i32) (y: i32) = f (x, y) {c = 3, d = (4, true)}
