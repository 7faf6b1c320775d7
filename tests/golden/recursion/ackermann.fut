-- ==
-- input { 2 3 } output { 9 }
-- input { 1 5 } output { 7 }
def ackermann (m: i32) (n: i32) : i32 =
  if m == 0 then n + 1
  else if n == 0 then ackermann (m - 1) 1
  else ackermann (m - 1) (ackermann m (n - 1))
def main (m: i32) (n: i32) = ackermann m n
