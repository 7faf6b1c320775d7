-- Bins that hold rows.
-- ==
-- input { [1i64, 0i64, 1i64] } output { [[1, 2], [2, 4]] }
def main (is: []i64) =
  intrinsics.hist_stream (replicate 2 [0, 0]) (map2 (+)) [0, 0]
    (\(acc: *intrinsics.acc ([2][2]i32)) i -> intrinsics.acc_write acc i [1, 2]) is
