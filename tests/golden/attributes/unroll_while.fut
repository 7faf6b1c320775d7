-- ==
-- input { 5 } output { 8 }
-- warning: #\[unroll\]

def main (n: i32) = #[unroll] loop x = 1 while x < n do x * 2
