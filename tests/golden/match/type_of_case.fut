-- ==
-- input { 3 } output { 4i64 }
def main (x: i32) = match x case (n: i32) -> i64.i32 n + 1
