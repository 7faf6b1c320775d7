-- The accumulator comes back with a number, in another place than it went in.
-- ==
-- input { [3i64, 1i64] 4i64 } output { [2, 2, 1, 1] }

def down [k] (steps: i32) (acc: *intrinsics.acc ([k]i32), x: i64)
  : (i32, *intrinsics.acc ([k]i32)) =
  if x < 0 then (steps, acc)
  else down (steps + 1) (intrinsics.acc_write acc x 1, x - 1)
def main (xs: []i64) (k: i64) : []i32 =
  intrinsics.hist_stream (replicate k 0) (+) 0
    (\(acc: *intrinsics.acc ([k]i32)) x -> let (steps, acc) = down 0 (acc, x)
               in if steps > 100 then intrinsics.acc_write acc 0 100 else acc)
    xs
