-- ==
-- input { 3 } error: [Dd]ivision by zero
-- input { -1 } output { -1 }
def down (n: i32) : i32 = if n < 0 then n else if n == 0 then 1 / n else down (n - 1)
def main (n: i32) = down n
