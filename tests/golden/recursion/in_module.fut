-- ==
-- input { 5 } output { 15 }
module m = { def sum (n: i32) : i32 = if n == 0 then 0 else n + sum (n - 1) }
def main (n: i32) = m.sum n
