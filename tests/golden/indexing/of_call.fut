-- ==
-- input { } output { 4i64 }
def f (n: i64) = iota n
def main = (f 5)[4]
