-- ==
-- input { 3 } output { 4 9i64 }
def main (x: i32) = ((\(y: i32) : i32 -> y + 1) x, (\y : i64 -> i64.i32 y * 3) x)
