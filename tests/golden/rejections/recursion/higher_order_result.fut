-- A recursive function does not give a function.
-- ==
-- error: :4:5-.*Recursive function
def f (n: i32) : i32 -> i32 = \m -> if n == 0 then m else f (n - 1) m
def main (x: i32) = f x x
