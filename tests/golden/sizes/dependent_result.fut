-- The size of a result may be a parameter's value.
-- ==
-- input { 3i64 } output { [7, 7, 7] 3i64 }
def make (k: i64) (x: i32) : [k]i32 = replicate k x
def count [n] (_: [n]i32) = n
def main (k: i64) = (make k 7, count (make k 7))
