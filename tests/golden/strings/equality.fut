-- ==
-- input { "abc" } output { true false }
def main (s: [3]u8) = (s == "abc", s == "abd")
