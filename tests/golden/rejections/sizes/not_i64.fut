-- Sizes are of type i64.
-- ==
-- error: :4:28-.*Size expression
def f (n: i32) (x: i32) : [n]i32 = replicate (i64.i32 n) x
def main (n: i32) = f n 1
