-- ==
-- input { 1 true } output { 1 true [1.5] }
def same 'a (x: a) : a = x
def main (x: i32) (b: bool) = (same x, same b, same [1.5])
