-- A result of its own may be consumed.
-- ==
-- input { 3i64 } output { [7i64, 1i64, 2i64] }
def make (n: i64) : *[n]i64 = iota n
def main (n: i64) = make n with [0] = 7
