-- ==
-- input { 5 } output { 32 }
-- warning: unroll_unknown.fut:5:23-28:.*#\[unroll\] on a loop

def main (n: i32) = #[unroll] loop x = 1 for _i < n do x * 2
