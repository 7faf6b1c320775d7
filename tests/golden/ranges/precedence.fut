-- Arithmetic binds tighter than dots; a range in a call needs parentheses.
-- ==
-- input { 2 } output { [3, 4, 5] 3i64 }
def main (x: i32) = (x + 1..<2 * x + 2, length (x..<x + 3))
