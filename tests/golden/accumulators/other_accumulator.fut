-- Where an element adds to must not depend on what is computed.
-- ==
-- input { [1, 0] } error: different accumulators

def main (xs: []i32) : []i32 =
  intrinsics.hist_stream (replicate 3 0) (+) 0
    (\(a: *intrinsics.acc ([3]i32)) x ->
       let ys = intrinsics.hist_stream (replicate 3 0) (+) 0
                  (\(b: *intrinsics.acc ([3]i32)) y ->
                     if y > 0 then a else intrinsics.acc_write b 0 1)
                  xs
       in intrinsics.acc_write a 0 (x + ys[0]))
    xs
