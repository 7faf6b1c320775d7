-- ==
-- input { [4i64, 1i64] 5i64 } output { [0, 12, 20, 20, 20] }

def each [k] (f: i64 -> i32) (acc: *intrinsics.acc ([k]i32)) (x: i64)
  : *intrinsics.acc ([k]i32) =
  if x <= 0 then acc else each f (intrinsics.acc_write acc x (f x)) (x - 1)
def main (xs: []i64) (k: i64) : []i32 =
  let bias = i32.i64 (k * 2)
  in intrinsics.hist_stream (replicate k 0) (+) 0
       (\(acc: *intrinsics.acc ([k]i32)) x -> each (\y -> if y == 1 then 6 else bias * 2) acc x) xs
