-- ==
-- input { -1i64 } error: .
-- input { 0i64 } output { empty([0]i64) }
def main (n: i64) = iota n
