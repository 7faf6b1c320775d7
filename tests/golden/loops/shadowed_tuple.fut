-- ==
-- input { 1 1 5 } output { 8 13 }
def main (a: i32) (b: i32) (n: i32) = loop (a, b) for _i < n do (b, a + b)
