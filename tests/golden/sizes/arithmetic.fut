-- Sizes are compared as they are written.
-- ==
-- error: "n \+ 1" and "1 \+ n" do not match

def main (n: i64): [n + 1]bool = replicate (1 + n) true
