-- ==
-- input { [1i64, 0i64, 1i64] } output { [1, 2] [0i64, 2i64] }
def main (is: []i64) =
  unzip (intrinsics.hist_stream (replicate 2 (0, 0)) (\(a, b) (c, d) -> (a + c, b + d)) (0, 0)
           (\(acc: *intrinsics.acc ([2](i32, i64))) i -> intrinsics.acc_write acc i (1, i)) is)
