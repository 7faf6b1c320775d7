-- Numbers are no truths.
-- ==
-- error: Condition "x".*Hint: a number is no truth by itself: x != 0 is one\.
def main (x: i32) = if x then 1i32 else 2
