-- ==
-- input { [2i64, 3i64] } output { [2, 2, 2, 1] [0i64, 2i64, 4i64, 3i64] }

def fill [k] (acc: *intrinsics.acc ([k](i32, i64))) (x: i64) : *intrinsics.acc ([k](i32, i64)) =
  if x < 0 then acc else fill (intrinsics.acc_write acc x (1, x)) (x - 1)
def main (xs: []i64) : ([]i32, []i64) =
  intrinsics.hist_stream (replicate 4 (0i32, 0i64)) (\(a, b) (c, d) -> (a + c, b + d)) (0, 0)
    (\(acc: *intrinsics.acc ([4](i32, i64))) x -> fill acc x) xs |> unzip
