-- ==
-- input { 3 } output { [3, 2, 1] }
def fill (n: i32) : *[]i32 =
  loop xs = replicate (i64.i32 n) 0 for i < n do xs with [i] = n - i
def main (n: i32) = fill n
