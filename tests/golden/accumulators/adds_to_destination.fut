-- ==
-- input { [10, 20] } output { [13, 20] }
def main [k] (dest: *[k]i32) =
  intrinsics.hist_stream dest (+) 0
    (\(acc: *intrinsics.acc ([k]i32)) v -> intrinsics.acc_write acc 0 v)
    [1, 2]
