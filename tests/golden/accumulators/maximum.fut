-- ==
-- input { [5, 7] [0i64, 1i64, 1i64] [6, 3, 9] } output { [6, 9] }
def main [n] [k] (dest: *[k]i32) (is: [n]i64) (vs: [n]i32) =
  intrinsics.hist_stream dest i32.max i32.lowest
    (\(acc: *intrinsics.acc ([k]i32)) (i, v) -> intrinsics.acc_write acc i v) (zip is vs)
