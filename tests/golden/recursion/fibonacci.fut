-- ==
-- input { 15 } output { 610 }
def fib (n: i32) : i32 = if n < 2 then n else fib (n - 1) + fib (n - 2)
def main (n: i32) = fib n
