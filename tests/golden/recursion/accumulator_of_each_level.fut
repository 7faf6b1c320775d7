-- Every level has an accumulator of its own, and passes it on.
-- ==
-- input { 2i32 } output { [0, 1, 4] }

def levels (depth: i32) (acc: *intrinsics.acc ([3]i32)) : *intrinsics.acc ([3]i32) =
  let own = intrinsics.hist_stream (replicate 3 0) (+) 0
              (\(inner: *intrinsics.acc ([3]i32)) x -> if depth > 0 then levels (depth - 1) inner
                           else intrinsics.acc_write inner x 1)
              [2i64]
  in intrinsics.acc_write (intrinsics.acc_write acc 2 (i32.sum own)) (i64.i32 depth) (1 % (depth + 1))
def main (n: i32) : []i32 =
  intrinsics.hist_stream (replicate 3 0) (+) 0 (\(acc: *intrinsics.acc ([3]i32)) x -> levels x acc) [n, 1]
