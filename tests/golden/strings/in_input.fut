-- Strings may be arguments and results of tests.
-- ==
-- input { "a\"b" "\\" } output { [97u8, 34u8, 98u8] [92u8] }
def main (s: []u8) (t: []u8) = (s, t)
