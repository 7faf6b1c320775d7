-- Each element writes where it likes; places out of bounds are skipped.
-- ==
-- input { [0, 0, 0] [1i64, 5i64, 0i64] } output { [3, 2, 0] }
def main [n] [k] (dest: *[k]i32) (is: [n]i64) =
  intrinsics.scatter_stream dest
    (\(acc: *intrinsics.acc ([k]i32)) (i, v) -> intrinsics.acc_write acc i v)
    (zip is (map (\k -> i32.i64 k + 2) (map (\k -> if k == 1 then 0 else 1) is)))
