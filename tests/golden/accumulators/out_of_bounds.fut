-- Writes out of bounds are left out.
-- ==
-- input { [-1i64, 2i64, 0i64] } output { [5, 0] }
def main (is: []i64) =
  intrinsics.scatter_stream [0, 0]
    (\(acc: *intrinsics.acc ([2]i32)) i -> intrinsics.acc_write acc i 5) is
