-- ==
-- input { empty([0]i64) } output { [1, 2] }
def main (is: []i64) =
  intrinsics.hist_stream [1, 2] (+) 0
    (\(acc: *intrinsics.acc ([2]i32)) i -> intrinsics.acc_write acc i 5) is
