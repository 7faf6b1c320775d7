-- ==
-- input { 10000 } output { 50005000 }
def sum_to (n: i32) : i32 = if n == 0 then 0 else n + sum_to (n - 1)
def main (n: i32) = sum_to n
