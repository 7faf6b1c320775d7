-- Only a range of i64s has a known size, though its bounds be literals.
-- ==
-- error: "k" is the unknown length of range "0..<5"
def main : [5]i32 = 0..<5
