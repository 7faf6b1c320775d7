-- Elements that write nothing.
-- ==
-- input { [1, -2, 3] } output { 4 }
def main (xs: []i32) =
  (intrinsics.hist_stream [0] (+) 0
     (\(acc: *intrinsics.acc ([1]i32)) x -> if x > 0 then intrinsics.acc_write acc 0 x else acc) xs)[0]
