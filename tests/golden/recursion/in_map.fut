-- ==
-- input { [0, 1, 5, 10] } output { [0, 1, 5, 55] }
def fib (n: i32) : i32 = if n < 2 then n else fib (n - 1) + fib (n - 2)
def main (xs: []i32) = map fib xs
