-- ==
-- input { 3i64 [0i64, 2i64, 2i64, 9i64] } output { [1, 0, 2] }
def main [n] (k: i64) (is: [n]i64) =
  intrinsics.hist_stream (replicate k 0) (+) 0
    (\(acc: *intrinsics.acc ([k]i32)) i -> intrinsics.acc_write acc i 1)
    is
