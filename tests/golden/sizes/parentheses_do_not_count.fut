-- ==
-- input { 2i64 } output { [0i64, 1i64, 2i64] }
def f (n: i64) : [(n) + 1]i64 = iota (n + 1)
def main (n: i64) : [n + 1]i64 = f n
