-- ==
-- input { 2i64 } output { [0i64, 1i64] }
-- warning: Intrinsics

def main (n: i64) = intrinsics.iota n
