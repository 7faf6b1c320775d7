-- A range with a step has no known length.
-- ==
-- error: unknown length of range

def main (n: i64): [n]i64 = 0..2..<n * 2
