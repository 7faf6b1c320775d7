-- One element may write more than once, in a loop or not.
-- ==
-- input { 4i64 } output { [4, 3, 2, 1] }
def main (n: i64) =
  intrinsics.hist_stream (replicate n 0) (+) 0
    (\(acc: *intrinsics.acc ([n]i32)) i -> loop acc for j < i + 1 do intrinsics.acc_write acc j 1)
    (iota n)
